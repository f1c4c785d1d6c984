"""Families of action ids: one class per way in which ids stand for actions. `envs.grains` lists who uses which."""
