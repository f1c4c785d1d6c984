"""Training by self-play: games on the kernel, a network in torch, weights for the bot `learned`. Extra `train`."""
