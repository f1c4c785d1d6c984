"""What shows a host how the server does: metrics, logs, the event loop's delays, memory."""
