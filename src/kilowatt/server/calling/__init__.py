"""Calling players whose turn it is: push notifications, mail and webhooks, sent from an outbox in the database."""
