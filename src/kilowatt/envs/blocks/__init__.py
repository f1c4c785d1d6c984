"""The blocks of an observation, declared once each: name, members, scale, meaning and reader."""
