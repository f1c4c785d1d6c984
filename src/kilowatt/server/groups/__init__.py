"""Groups of people who play together again and again: members, standing tables and a league table."""
