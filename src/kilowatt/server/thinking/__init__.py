"""Thinking: bots and hints in processes of their own."""
