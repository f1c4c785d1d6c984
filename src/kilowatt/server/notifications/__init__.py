"""Notifies players whose turn it is by push messages, mail and webhooks, sent from an outbox in the database."""
