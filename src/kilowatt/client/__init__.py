"""A typed client of the server, for bots, tests and load. Needs httpx and websockets; imports no server.

```python
from kilowatt.client import Client


async def play(url, choose):
    async with Client(url) as client:
        made = await client.quick()
        async with client.sit(made.table.code) as seat:
            while await seat.turn():
                position = await seat.state(rules=True)
                await seat.act(choose(position), expect=position.seq)
```
"""

from kilowatt.client.client import Client
from kilowatt.client.errors import Gone, ServerSaidNo
from kilowatt.client.seat import TableSocket

__all__ = ["Client", "Gone", "ServerSaidNo", "TableSocket"]
