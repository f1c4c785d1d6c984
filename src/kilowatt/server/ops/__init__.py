"""Operations: running, logs, metrics, and the check before an upgrade."""
