"""The protocol: what the server and its clients send each other, one Struct each, and how it is written and read.

Nothing here knows how a table is kept or who is allowed to see it. JSON Schema, OpenAPI and the page's types are
generated from these Structs. Every name that a module below defines is one of the protocol; there is no second list.
"""

from kilowatt.engine.actions import AnyAction as AnyAction
from kilowatt.engine.events import AnyEvent as AnyEvent
from kilowatt.engine.menu import AnyChoice as AnyChoice
from kilowatt.protocol.board_messages import *
from kilowatt.protocol.bot_messages import *
from kilowatt.protocol.challenge_messages import *
from kilowatt.protocol.chat_messages import *
from kilowatt.protocol.fields import *
from kilowatt.protocol.game_messages import *
from kilowatt.protocol.group_messages import *
from kilowatt.protocol.notification_messages import *
from kilowatt.protocol.order_messages import *
from kilowatt.protocol.played_messages import *
from kilowatt.protocol.player_messages import *
from kilowatt.protocol.profile_messages import *
from kilowatt.protocol.puzzle_messages import *
from kilowatt.protocol.rating_messages import *
from kilowatt.protocol.review_messages import *
from kilowatt.protocol.sheet_messages import *
from kilowatt.protocol.socket_messages import *
from kilowatt.protocol.table_messages import *
from kilowatt.protocol.tournament_messages import *
from kilowatt.protocol.workshop_messages import *
from kilowatt.table.rulebook import RuleRow as RuleRow
from kilowatt.table.rulebook import RuleText as RuleText
