"""A typed client of the server, for bots, tests and load. Needs httpx and websockets; imports no server.

```python
async with Client("http://localhost:8000") as client:
    made = await client.quick()
    async with client.sit(made.table.code) as seat:
        while await seat.turn():
            ...
            await seat.act(action)
```
"""

from kilowatt.client.client import Client
from kilowatt.client.errors import Gone, ServerSaidNo
from kilowatt.client.seat import TableSocket

__all__ = ["Client", "Gone", "ServerSaidNo", "TableSocket"]
