// Generated from the server's Structs by tools/page_types.py. Long because it is all of them.

/** Play an action. `expect` is the seq one has seen; `key` is new for each move, the same when it is sent again. */
export interface Act {
  type: 'act';
  key: string;
  expect: number;
  action: ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity;
}

/** An action a bot would consider, with the chance to win after it, where the bot gives one. */
export interface AdviceView {
  action: ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity;
  value: number | null;
  reason: ReasonView | null;
}

/** Agree to end the game now, or take that back. It ends when every person at the table agrees. */
export interface Agree {
  agree?: boolean;
  seat?: number | null;
}

/** An area that may be drafted. */
export interface AreaChoice {
  type: 'choose_area';
  seat: number;
  area: string;
}

/** A seat drafted an area. */
export interface AreaChosen {
  type: 'area_chosen';
  seat: number;
  area: string;
}

/** An area of the board. */
export interface AreaRow {
  id: string;
  name: string;
  cities: string[];
  near: string[];
}

/** How an area of a board file is drawn; "" and null where its maker left it open. */
export interface AreaStyleRow {
  tint: string;
  de: string;
  at: [number, number] | null;
}

/** Ask the others to take back your last decision, agree to that, or refuse or withdraw it. */
export interface AskBack {
  do: 'agree' | 'ask' | 'refuse';
  seat?: number | null;
}

/** Ask for the page of entries before entry `before`; answered by `entries` with the same id. */
export interface AskEntries {
  type: 'entries';
  id: string;
  before: number;
}

/** Ask a bot what it would do; answered by `hint` with the same id. */
export interface AskHint {
  type: 'hint';
  id: string;
  seat?: number | null;
}

/** Look at the table after entry `upto`; answered by `history` with the same id. */
export interface AskHistory {
  type: 'history';
  id: string;
  upto: number;
}

/** Ask for a pause of the clocks, agree to it, refuse or withdraw it, or end one that runs. */
export interface AskPause {
  do: 'agree' | 'ask' | 'refuse' | 'resume';
  until?: number | null;
  seat?: number | null;
}

/** Ask what a sum may have been spent on; answered by `proposals` with the same id. */
export interface AskProposals {
  type: 'propose';
  id: string;
  seat: number;
  what: 'fuel' | 'houses' | 'power';
  total?: number;
  count?: number;
}

/** Price a plan; answered by `quoted` with the same id. */
export interface AskQuote {
  type: 'quote';
  id: string;
  seat?: number | null;
  cities?: string[];
  fuel?: Record<string, number>;
  plant?: string | null;
  price?: number;
  market?: string | null;
  give_up?: Record<string, number>;
  jump?: string | null;
  fills?: boolean;
  why?: boolean;
}

/** Ask for the sheet of a real table; answered by `sheet`. */
export interface AskSheet {
  type: 'sheet';
}

/** Ask for the state as one of your seats knows it; answered by `state` with the same id. */
export interface AskState {
  type: 'state';
  id: string;
  seat?: number | null;
  rules?: boolean;
}

/** The auction that is going on. */
export interface AuctionView {
  plant: string;
  bid: number;
  seat: number;
  bidders: number[];
  opener: number;
  least: number;
}

/** Set what the server does by itself for a seat. */
export interface Auto {
  type: 'auto';
  orders: AutoOrders;
  seat?: number | null;
}

/** What the server does for a seat. `pass_auctions` lasts until the round ends. */
export interface AutoOrders {
  pass_auctions?: boolean;
  end_turn_when_nothing_left?: boolean;
  run_best?: boolean;
}

/** Take the seat back from a bot. Any `act` does so too. */
export interface Back {
  type: 'back';
  seat?: number | null;
}

/** The stack shows this back. */
export interface BackShown {
  type: 'back_shown';
  back: string;
}

/** Raise the bid. */
export interface Bid {
  type: 'bid';
  seat: number;
  amount: number;
}

/** The raises from least to most. */
export interface BidChoice {
  type: 'bid';
  seat: number;
  least: number;
  most: number;
}

/** Open or bid for a plant up to a limit. */
export interface BidOrder {
  plant: string;
  limit: number;
}

/** A seat left this auction. */
export interface BidPassed {
  type: 'bid_passed';
  seat: number;
}

/** A higher bid. */
export interface BidRaised {
  type: 'bid_raised';
  seat: number;
  amount: number;
}

/** What the checks found. */
export interface BoardCheck {
  findings: FindingRow[];
  seats: number[];
  starts: Record<string, number | null>;
  per_length: number | null;
  proposed: Record<string, Record<string, unknown>>;
}

/** The layout of a board file: places of cities with the side of their labels, and how areas are drawn. */
export interface BoardLayout {
  scale: number;
  cities: Record<string, [number, number, string]>;
  names: Record<string, string>;
  areas: Record<string, AreaStyleRow>;
}

/** Games on one board. */
export interface BoardSum {
  ruleset: string;
  title: string;
  games: number;
  wins: number;
  mean_place: number;
}

/** A board as the text of a file. */
export interface BoardText {
  name: string;
  text: string;
}

/** Everything of one game that never changes: board, cards, price tracks, tables. */
export interface BoardView {
  ruleset: string;
  title: string;
  kind: 'board' | 'cards';
  phases: string[];
  board: string;
  seats: number;
  options: Record<string, unknown>;
  areas: AreaRow[];
  cities: CityRow[];
  connections: ([string, string, number])[];
  area_count: number;
  plants: PlantRow[];
  backs: string[];
  end_card: string;
  fuels: string[];
  hybrid: string[];
  markets: TrackRow[];
  column_prices: number[];
  dearer: number;
  flat: number;
  passing: number;
  no_steps: boolean;
  one_token: boolean;
  house_costs: number[];
  payment: number[];
  start_money: number;
  plant_limit: number;
  step2_at: number;
  end_at: number;
  zone_limits_end: boolean;
  second_network: number;
  starting_cities: string[];
  tie_breaks: string[];
  planned_plants: number;
  trust: boolean;
  contractor: ([number, number])[];
  contractor_printed: boolean[];
  fuel_cards_printed: boolean;
  layout: BoardLayout | null;
}

/** A seat that a bot has taken. */
export interface BotSeat {
  code: string;
  seat: number;
}

/** Your tokens, newest first. */
export interface BotTokenList {
  tokens: BotTokenView[];
}

/** A token as its maker sees it; the secret itself is shown once. */
export interface BotTokenView {
  id: string;
  name: string;
  table: string | null;
  group: string | null;
  made: string;
  until: string;
  seats: BotSeat[];
}

/** Connect one city. */
export interface Build {
  type: 'build';
  seat: number;
  city: string;
}

/** A city that may be connected, with the two parts of its cost. */
export interface BuildChoice {
  type: 'build';
  seat: number;
  city: string;
  house: number;
  connection: number;
}

/** Buy one fuel card of a column. */
export interface BuyCard {
  type: 'buy_card';
  seat: number;
  column: number;
  card: string;
}

/** A fuel on sale: the price of the next token, and how many more this seat has room for. */
export interface BuyChoice {
  type: 'buy_fuel';
  seat: number;
  fuel: string;
  market: string;
  price: number;
  room: number;
}

/** Buy one token. */
export interface BuyFuel {
  type: 'buy_fuel';
  seat: number;
  fuel: string;
  market: string;
}

/** One fuel card was bought (`seat` null: by the Trust, which pays nothing). */
export interface CardBought {
  type: 'card_bought';
  seat: number | null;
  column: number;
  card: string;
  price: number;
  kept: number;
  singles: number;
}

/** A fuel card on sale: its price, the units that would be kept and those that become singles. */
export interface CardChoice {
  type: 'buy_card';
  seat: number;
  column: number;
  card: string;
  price: number;
  kept: number;
  singles: number;
}

/** A fuel card from a column. */
export interface CardLot {
  column: number;
  card: string;
}

/** A fuel card was dealt into a column. */
export interface CardRevealed {
  type: 'card_revealed';
  card: string;
  column: number;
}

/** Fuel cards slid into a cheaper column. */
export interface CardsMoved {
  type: 'cards_moved';
  card: string;
  column: number;
}

/** A challenge in the list: what it is about, what is counted until when, and what earns its stars. */
export interface ChallengeRow {
  name: string;
  topic: string;
  ruleset: string;
  title: string;
  seats: number;
  round: number;
  phase: string;
  until: 'end' | 'phase' | 'round' | 'turn';
  last: number;
  measure: string;
  stars: [number, number, number];
  needs: Record<string, number>;
}

/** `bot`, `open`, `person`: the table's owner hands an open or vacant seat to a bot, offers it, or hands it back to */
export interface ChangeSeat {
  do: 'bot' | 'open' | 'person' | 'reissue';
  level?: string | null;
}

/** Change what a table that waits for players plays; its seats, and whether it is rated, stay. */
export interface ChangeTable {
  ruleset: string;
  options?: Record<string, unknown>;
  clock?: ClockPlan;
  visibility?: 'private' | 'public';
  hints?: boolean;
  name?: string;
}

/** A change of the sheet, in the shape of `write`. */
export interface ChangeView {
  at: number;
  line: StepLine | SaleLine | FuelLine | HousesLine | PowerLine | CountLine | null;
  insert: boolean;
}

/** Send a chat line to the table. */
export interface Chat {
  type: 'chat';
  text: string;
  seat?: number | null;
}

/** Somebody said something; `seat` is null for a watcher. */
export interface ChatMessage {
  type: 'chat';
  seat: number | null;
  name: string;
  text: string;
  at: string;
  id: number;
  who: string;
}

/** A plan for the turn: its actions in order, what it gains, the chance to win with it, and why. */
export interface ChoiceView {
  kind: string;
  actions: (ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity)[];
  gain: [number, number];
  limit: number;
  chance: number;
  low: number;
  high: number;
  claims: ClaimView[];
  plan: PlanView | null;
}

/** Draft one area into the zone. */
export interface ChooseArea {
  type: 'choose_area';
  seat: number;
  area: string;
}

/** Nobody may build in a city in this game. */
export interface CityClosed {
  type: 'city_closed';
  city: string;
}

/** A house was built. */
export interface CityConnected {
  type: 'city_connected';
  seat: number;
  city: string;
  house: number;
  connection: number;
}

/** Connect a city, if house and connection cost no more than this. */
export interface CityOrder {
  city: string;
  most: number;
}

/** A city with its place on the globe. */
export interface CityRow {
  id: string;
  name: string;
  area: string;
  lat: number;
  lon: number;
  spaces: ([number, number] | null)[];
  entry: number | null;
}

/** A fact of the position: a code of the catalogue's section `coach` with arguments, and the sentence. */
export interface ClaimView {
  code: string;
  args: Record<string, unknown>;
  text: string;
}

/** `bank`: so many seconds for the game and some more each turn. `days`: so long for each turn. */
export interface ClockPlan {
  kind?: 'bank' | 'days' | 'none';
  bank?: number;
  increment?: number;
  days?: number;
  hours?: number;
}

/** Times left in seconds, as of `at`; only the running seat's is going down. */
export interface ClockView {
  kind: 'bank' | 'days' | 'none';
  left: (number | null)[];
  running: number | null;
  at: string;
  increment: number;
  resting: boolean;
  ends: string | null;
}

/** Chance: a city that nobody may build in. */
export interface CloseCity {
  type: 'close_city';
  city: string;
}

/** One of our boards, measured by trials with so many players: `kilowatt.bots.trial_reference` says how. */
export interface CompareRow {
  ruleset: string;
  title: string;
  seats: number;
  games: number;
  rounds: number;
  lines: number;
  rare: number;
  links: number;
  leads: number;
}

/** The contractor paid for a scrapped plant. */
export interface Compensated {
  type: 'compensated';
  seat: number;
  amount: number;
}

/** The next contractor card lies on top. */
export interface ContractorAdvanced {
  type: 'contractor_advanced';
  card: number;
}

/** The contractor's card on top. */
export interface ContractorView {
  card: number;
  first: number;
  others: number;
  paid: number;
}

/** The money that a player counts: no action, but a check of what was written before. */
export interface CountLine {
  type: 'count';
  seat: number;
  money: number;
}

/** Make a table. It starts by itself as soon as no seat is open. */
export interface CreateTable {
  ruleset: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  clock?: ClockPlan;
  visibility?: 'private' | 'public';
  hints?: boolean;
  name?: string;
  rated?: boolean;
  real?: boolean;
}

/** The table at the end of a round; money is null where it is hidden. */
export interface CurvePoint {
  round: number;
  seq: number;
  step: number;
  cities: number[];
  money: (number | null)[];
  income: number[];
  powers: number[];
  prices: Record<string, Record<string, number | null>>;
}

/** How the game went, one point per round. */
export interface Curves {
  points: CurvePoint[];
}

/** The days off of a person, in order, and how many there are per calendar year. */
export interface DaysOffView {
  days: string[];
  yearly: number;
}

/** A device, or a passkey. The device that the profile was made on has no label. */
export interface DeviceRow {
  label: string;
  at: string;
  here: boolean;
  id: string;
}

/** A fuel one unit of which may be given up. */
export interface DiscardChoice {
  type: 'discard_fuel';
  seat: number;
  fuel: string;
}

/** Give up one unit of fuel that fits nowhere any more. */
export interface DiscardFuel {
  type: 'discard_fuel';
  seat: number;
  fuel: string;
}

/** The discount token went aside. */
export interface DiscountLost {
  type: 'discount_lost';
  plant: string;
}

/** The discount token lies on this plant. */
export interface DiscountPlaced {
  type: 'discount_placed';
  plant: string;
}

/** The move with this key is stored for good as entry `seq`. `repeated`: it already was; nothing was played. */
export interface Done {
  type: 'done';
  key: string;
  seq: number;
  repeated: boolean;
}

/** An edition to build on: its fuel tables and its numbers by players. */
export interface EditionRow {
  id: string;
  title: string;
  fuel: string;
  numbers: Record<string, Record<string, number>>;
}

/** The answer to `entries`: a page of them in order, and whether there are earlier ones. */
export interface EntriesPage {
  type: 'entries';
  id: string;
  entries: EntryView[];
  earlier: boolean;
}

/** A line of the record, and what happened by it. An `undo` goes back to the state after that entry. */
export interface EntryView {
  seq: number;
  action?: ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity | null;
  undo?: number | null;
  at?: string | null;
  by?: string | null;
  seed?: string | null;
  end?: string | null;
  events?: (RoundBegan | PhaseBegan | StepBegan | OrderSet | ZoneSet | AreaChosen | CityClosed | TrustPlaced | StartMarked | BackShown | PlantRevealed | StackShuffled | PlantRemoved | PlantPiled | PileShuffled | StackEnded | PlantCycled | DiscountPlaced | DiscountLost | LotOpened | BidRaised | BidPassed | OptedOut | PlantSold | PlantScrapped | Compensated | TrustTook | FuelBought | CardBought | FuelDropped | TrustFuelled | TurnEnded | Jumped | CityConnected | PlantsRun | FuelRefilled | Exported | Shipped | CardsMoved | FuelShuffled | CardRevealed | ContractorAdvanced | GameEnded)[];
  variants?: string[];
}

/** A player sold what the mines brought up: a price for each city printed on them, and a token of each mine. */
export interface Exported {
  type: 'exported';
  seat: number;
  fuel: string;
  price: number;
  cities: number;
  tokens: number;
  income: number;
}

/** Fuel to buy, within the seat's money: market -> fuel -> tokens, what they cost, and what could then be run. */
export interface FillView {
  basket: Record<string, Record<string, number>>;
  cost: number;
  supplied: number;
  income: number;
}

/** A finding of the checks, with its sentences. `fix` keeps the board from being played. */
export interface FindingRow {
  code: string;
  level: 'fine' | 'fix' | 'look';
  field: string;
  text: string;
  remedy: string;
  cities: string[];
  areas: string[];
  links: ([string, string])[];
}

/** Play on from after entry `seq` on a new table. Without `seats` bots take the seats of the others. */
export interface ForkTable {
  seq: number;
  seats?: SeatPlan[] | null;
}

/** One token was bought. */
export interface FuelBought {
  type: 'fuel_bought';
  seat: number;
  fuel: string;
  market: string;
  price: number;
}

/** Fuel without room went away. */
export interface FuelDropped {
  type: 'fuel_dropped';
  seat: number;
  fuel: string;
  count: number;
}

/** A whole turn of buying fuel, as tokens or as cards, and what it cost. */
export interface FuelLine {
  type: 'fuel';
  seat: number;
  tokens?: TokenLot[];
  cards?: CardLot[];
  paid?: number | null;
}

/** A market was refilled. */
export interface FuelRefilled {
  type: 'fuel_refilled';
  market: string;
  added: Record<string, number>;
}

/** The fuel discard pile became the new fuel stack. */
export interface FuelShuffled {
  type: 'fuel_shuffled';
  cards: number;
}

/** Card game: fuel cards unseen and discarded, by kind. */
export interface FuelStack {
  unseen: Record<string, number>;
  discard: Record<string, number>;
}

/** A board of the gallery and its size. */
export interface GalleryBoard {
  shared: SharedBoard;
  cities: number;
  areas: number;
}

/** The newest boards that their makers show to everybody. */
export interface GalleryView {
  boards: GalleryBoard[];
}

/** The game is over; `reason` is a code. */
export interface GameEnded {
  type: 'game_ended';
  reason: string;
}

/** The state of the game: the keys of a snapshot that viewers may see, and what follows from them. */
export interface GameView {
  ruleset: string;
  round: number;
  step: number;
  phase: string;
  actor: number | string | null;
  asked: string;
  order: (number | string)[];
  areas: string[];
  marks: string[];
  seats: SeatGame[];
  plants: PlantsView;
  fuel: Record<string, Record<string, PriceRow>>;
  supply: Record<string, number>;
  columns: Record<string, string[]>;
  fuel_stack: FuelStack;
  auction: AuctionView | null;
  houses: Record<string, (number | string | null)[]>;
  trust: TrustView | null;
  contractor: ContractorView | null;
  result: Result | null;
  odds: Odds[];
  next_refill: Record<string, Record<string, number>>;
  rounds_left: number | null;
  closed: string[];
  ended_by: number | null;
}

/** What else a task asks for, and how much of it there is. */
export interface GoalCount {
  measure: string;
  value: number;
  least: number;
}

/** How the task of a challenge stands: the number that counts, and the stars that it would earn now. */
export interface GoalView {
  name: string;
  measure: string;
  value: number;
  least: [number, number, number];
  stars: number;
  needs: GoalCount[];
}

/** Lines of a group's chat. */
export interface GroupChat {
  lines: ChatMessage[];
  read: number;
  hidden: string[];
}

/** A finished game of a group, the seats by place. */
export interface GroupGame {
  code: string;
  name: string;
  ruleset: string;
  title: string;
  at: string;
  score: number;
  measure: string;
  places: GroupPlace[];
}

/** Finished games of a group, the last one first. */
export interface GroupGames {
  games: GroupGame[];
}

/** What the group's link shows to somebody who is not a member. */
export interface GroupInvitation {
  name: string;
  members: number;
  id: string | null;
}

/** One's groups. */
export interface GroupList {
  groups: GroupRow[];
}

/** Switch messages about a group off: a member opens a table, a game is over, somebody writes in its chat. */
export interface GroupMessages {
  off?: ('opened' | 'result' | 'talk')[];
}

/** What one seat reached in a finished game. */
export interface GroupPlace {
  name: string;
  place: number;
  you: boolean;
  resigned: boolean;
}

/** A group one is a member of. */
export interface GroupRow {
  id: string;
  name: string;
  members: number;
  tables: number;
  unread: number;
}

/** A season of a group's league. */
export interface GroupSeason {
  number: number;
  name: string;
  began: string;
  until: string;
  days: number;
  rounds: number;
  points: number[];
  round: number | null;
  next: string | null;
}

/** A group as its members see it. */
export interface GroupView {
  id: string;
  name: string;
  owner: boolean;
  link: string;
  made: string;
  members: MemberRow[];
  standing: StandingRow[];
  tables: TableView[];
  finished: GroupGame[];
  games: number;
  league: League;
  seasons: GroupSeason[];
  unread: number;
  usual: UsualRow | null;
  votes: VoteRow[];
  off: string[];
}

/** First message: the number of the last entry one has (0: none), and the language of texts. */
export interface Hello {
  type: 'hello';
  have?: number;
  lang?: 'de' | 'en';
  visible?: boolean;
}

/** The people whose chat this device hides at this table. */
export interface Hidden {
  type: 'hidden';
  who: string[];
}

/** Hide a person's chat from oneself, or show it again; answered by `hidden`. */
export interface Hide {
  type: 'hide';
  who: string;
  hide?: boolean;
}

/** The answer to `hint`: the coach's choices, the recommended one first, and what each plant is worth. */
export interface Hint {
  type: 'hint';
  id: string;
  seat: number;
  seq: number;
  level: string;
  advice: AdviceView;
  alternatives: AdviceView[];
  choices: ChoiceView[];
  worths: Record<string, WorthView>;
  alike: boolean;
}

/** The answer to `history`: the table after entry `seq`. */
export interface History {
  type: 'history';
  id: string;
  seq: number;
  game: GameView;
}

/** A table's webhook, for its owner. Of the URL only the host is shown: the rest is a secret. */
export interface HookView {
  kind: string | null;
  host: string | null;
  off: string[];
  mentions: Record<string, string>;
  trouble: string | null;
}

/** One house of a plan: where it would stand and the two parts of its cost. */
export interface HouseQuote {
  city: string;
  house: number;
  connection: number;
  jump: boolean;
}

/** A whole turn of building: the cities in order, and what they cost together. */
export interface HousesLine {
  type: 'houses';
  seat: number;
  cities?: string[];
  paid?: number | null;
  jump?: string;
}

/** A record as JSON lines, as `record` gives it. It becomes a table for reading and forking. */
export interface ImportRecord {
  record: string;
  name?: string;
}

/** Take an open seat (any, or a certain one), or take a seat that one has on another device by its restore code. */
export interface JoinTable {
  name?: string | null;
  seat?: number | null;
  restore?: string | null;
}

/** Begin a second network: build in a starting city without a connection, once in the game [AT-JP-02]. */
export interface Jump {
  type: 'jump';
  seat: number;
  city: string;
}

/** A starting city that the free jump may reach: its house is all that it costs. */
export interface JumpChoice {
  type: 'jump';
  seat: number;
  city: string;
  house: number;
}

/** A player used the free jump; the house follows as the city that it connects. */
export interface Jumped {
  type: 'jumped';
  seat: number;
  city: string;
}

/** The league table of a season; without a season, of all finished games. */
export interface League {
  season: GroupSeason | null;
  rows: LeagueRow[];
  games: number;
}

/** A member in the league table. */
export interface LeagueRow {
  rank: number;
  name: string;
  you: boolean;
  games: number;
  wins: number;
  points: number;
  rounds: (number | null)[];
  won: number[];
  plays: boolean;
}

/** A change of the sheet: another line at a place, none there, a new one before it, or at the end one more. */
export interface LineChange {
  at: number;
  line?: StepLine | SaleLine | FuelLine | HousesLine | PowerLine | CountLine | null;
  insert?: boolean;
}

/** A step of a better line: what happens, and the position after it. */
export interface LineStepView {
  text: string;
  game: GameView;
}

/** The better plan of a mistake and how its round may go on, step by step. */
export interface LineView {
  steps: LineStepView[];
}

/** In how many games somebody paid for a link, of those in which it was in play. */
export interface LinkUseRow {
  a: string;
  b: string;
  paid: number;
  games: number;
}

/** The page was shown or hidden. A player who can see the table gets no notifications of it. */
export interface Look {
  type: 'look';
  visible: boolean;
}

/** A plant was put up for auction. */
export interface LotOpened {
  type: 'lot_opened';
  seat: number;
  plant: string;
  bid: number;
}

/** A new token; only its hash is stored. */
export interface MadeBotToken {
  token: string;
  made: BotTokenView;
}

/** Make a token for a bot of yours: for a table that you own, or for all tables of a group you are a member of. */
export interface MakeBotToken {
  name: string;
  table?: string | null;
  group?: string | null;
  days?: number;
}

/** Make a tournament. Players join until its organiser starts it. */
export interface MakeTournament {
  name: string;
  ruleset: string;
  system?: 'round_robin' | 'swiss';
  seats?: number;
  rounds?: number;
  options?: Record<string, unknown>;
  clock?: ClockPlan;
  hints?: boolean;
  rated?: boolean;
  points?: number[];
}

/** A city that may be marked. */
export interface MarkChoice {
  type: 'mark_start';
  seat: number;
  city: string;
}

/** Mark a starting city. */
export interface MarkStart {
  type: 'mark_start';
  seat: number;
  city: string;
}

/** A member of a group. */
export interface MemberRow {
  number: number;
  name: string;
  since: string;
  owner: boolean;
  you: boolean;
  who: string;
  seen: string | null;
  here: boolean;
  off_from: string | null;
  off_until: string | null;
}

/** What the acting seat may do: rows by type of action. */
export interface MenuView {
  seat: number;
  choices: Record<string, (AreaChoice | TrustCityChoice | MarkChoice | OpenChoice | BidChoice | PassChoice | ScrapChoice | DiscardChoice | BuyChoice | CardChoice | BuildChoice | JumpChoice | RunChoice)[]>;
}

/** What only this viewer gets. */
export interface MineView {
  menu: MenuView | null;
  why_not: WhyNot[];
  reach: Record<string, Record<string, [number, number]>>;
  can_undo: number;
  proxy: Record<string, ProxyOrder>;
  auto: Record<string, AutoOrders>;
  orders: Record<string, OrdersView>;
  runs: Record<string, (AreaChoice | TrustCityChoice | MarkChoice | OpenChoice | BidChoice | PassChoice | ScrapChoice | DiscardChoice | BuyChoice | CardChoice | BuildChoice | JumpChoice | RunChoice)[]>;
}

/** The table's owner mutes a person, removes a watcher, or closes the chat to all watchers; or takes that back. */
export interface Moderate {
  do: 'admit' | 'close_chat' | 'mute' | 'open_chat' | 'remove' | 'unmute';
  who?: string | null;
}

/** A running game of one person and bots, to go on elsewhere: its whole record, and the seed of what is dealt. */
export interface MovedGame {
  kilowatt: 'game';
  version: number;
  record: string;
  seed: string;
  seats: SeatPlan[];
  name?: string;
  hints?: boolean;
}

/** Begin a season now; one that runs ends with it. */
export interface NewSeason {
  name: string;
  days: number;
  rounds: number;
  points?: number[];
}

/** How this device is notified, and what the server offers. */
export interface NotificationsView {
  push_key: string | null;
  mail_offered: boolean;
  hooks_offered: boolean;
  after: number;
  pushing: boolean;
  mail: string | null;
  mail_on: boolean;
  language: string;
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
  off: string[];
  troubles: Record<string, string>;
}

/** A card that may come next: `weight` of `of`. */
export interface Odds {
  card: string;
  weight: number;
  of: number;
}

/** Which of your seats is meant; not needed with one seat. */
export interface OfSeat {
  seat?: number | null;
}

/** Put a plant up for auction with a first bid. */
export interface Open {
  type: 'open';
  seat: number;
  plant: string;
  bid: number;
}

/** A plant that may be opened, with its least and greatest first bid. */
export interface OpenChoice {
  type: 'open';
  seat: number;
  plant: string;
  least: number;
  most: number;
}

/** A seat left the auction phase; `forced` when it could afford nothing. */
export interface OptedOut {
  type: 'opted_out';
  seat: number;
  forced: boolean;
}

/** Why an order was dropped or left something out: a code with arguments, at an entry. */
export interface OrderNote {
  code: string;
  args: Record<string, unknown>;
  seq: number;
}

/** Orders for the next auctions, fuel turn, building turn and run of a seat. Each part is done once. */
export interface OrderPlan {
  bids?: BidOrder[];
  none?: 'ask' | 'pass';
  fuel?: 'ask' | 'full' | 'run';
  price?: number;
  build?: boolean;
  cities?: CityOrder[];
  run?: Running[] | null;
  keep?: number;
  above?: number | null;
}

/** The turn order changed. */
export interface OrderSet {
  type: 'order_set';
  order: number[];
}

/** The orders of a seat as they are now; sent to its player only. */
export interface Ordered {
  type: 'ordered';
  seat: number;
  proxy: ProxyOrder | null;
  auto: AutoOrders;
  orders: OrdersView;
}

/** The orders of a seat, for its player alone. */
export interface OrdersView {
  plan: OrderPlan | null;
  done: number[];
  notes: OrderNote[];
}

/** A person's rating in one season and edition. */
export interface OwnRating {
  season: number;
  season_name: string;
  edition: string;
  title: string;
  points: number;
  spread: number;
  games: number;
}

/** A table of a round, or a bye. */
export interface PairingView {
  number: number;
  state: 'abandoned' | 'bye' | 'done' | 'planned' | 'playing';
  code: string | null;
  players: SatView[];
}

/** Leave this auction, opt out of the auctions, or end a buying or building turn. */
export interface Pass {
  type: 'pass';
  seat: number;
}

/** Passing, and what it means here: `auction`, `phase` or `turn`. */
export interface PassChoice {
  type: 'pass';
  seat: number;
  means: string;
}

/** A pause that somebody has asked for; it runs once every person agrees. */
export interface PauseView {
  by: number;
  until: string | null;
  agreed: number[];
  running: boolean;
}

/** A phase starts. */
export interface PhaseBegan {
  type: 'phase_began';
  phase: string;
}

/** The first stack is used up: the pile was shuffled and is the stack now. */
export interface PileShuffled {
  type: 'pile_shuffled';
  left: number;
}

/** Ask for a `pong`. */
export interface Ping {
  type: 'ping';
  id?: string | null;
}

/** Put one of the Trust's first houses. */
export interface PlaceTrust {
  type: 'place_trust';
  seat: number;
  city: string;
}

/** A board that was read. */
export interface PlainBoard {
  board: Record<string, unknown>;
}

/** What a choice means for the rest of the round, at the prices of the moment. */
export interface PlanView {
  steps: StepView[];
  cost: number;
  left: number;
  sums: ClaimView[];
}

/** A plant went under the stack. */
export interface PlantCycled {
  type: 'plant_cycled';
  plant: string;
}

/** A plant of the market went on the pile that becomes the stack once this is used up. */
export interface PlantPiled {
  type: 'plant_piled';
  plant: string;
}

/** A plant left the market for good; `why` is a code. */
export interface PlantRemoved {
  type: 'plant_removed';
  plant: string;
  why: string;
}

/** A card came from the stack into the market, or left at once (`kept` false). */
export interface PlantRevealed {
  type: 'plant_revealed';
  plant: string;
  kept: boolean;
}

/** A plant card: `fuels` is what it burns (two for a hybrid, none for a green plant), `need` how many units. */
export interface PlantRow {
  id: string;
  number: number;
  kind: string;
  fuels: string[];
  need: number;
  holds: number;
  cities: number;
  income: number;
  back: string | null;
  printed: boolean;
}

/** A plant was given up (`seat` null: by the Trust). */
export interface PlantScrapped {
  type: 'plant_scrapped';
  seat: number | null;
  plant: string;
}

/** A plant was bought. */
export interface PlantSold {
  type: 'plant_sold';
  seat: number;
  plant: string;
  price: number;
}

/** Plants produced and the seat was paid. */
export interface PlantsRun {
  type: 'plants_run';
  seat: number;
  plants: string[];
  burned: Record<string, number>;
  cities: number;
  income: number;
}

/** The plant market and its stack. */
export interface PlantsView {
  current: string[];
  future: string[];
  discount: string | null;
  stack: number;
  top_back: string | null;
  top: string[];
  unseen: Record<string, UnseenView>;
  under: string[];
  removed: string[];
  pile: string[];
}

/** A finished game. */
export interface PlayedGame {
  code: string;
  name: string;
  ruleset: string;
  title: string;
  at: string;
  place: number;
  score: number;
  measure: string;
  left: boolean;
  seats: PlayedSeat[];
  rating: RatingChange | null;
  review: PlayedReview | null;
}

/** Finished games, the last one first. */
export interface PlayedGames {
  games: PlayedGame[];
  ratings: OwnRating[];
}

/** What the review of a game says of one seat, in short. */
export interface PlayedReview {
  accuracy: number;
  curve: number[];
}

/** A player of a finished game. */
export interface PlayedSeat {
  name: string;
  kind: 'bot' | 'person';
  who: string;
  place: number;
  score: number;
  you: boolean;
}

/** A finished game, without the names of the others. */
export interface PlayerGame {
  ruleset: string;
  title: string;
  day: string;
  place: number;
  players: number;
  score: number;
  measure: string;
  left: boolean;
  code: string | null;
}

/** What everybody may know of a player who wants a public page. */
export interface PlayerPage {
  name: string;
  games: PlayerGame[];
  boards: BoardSum[];
  ratings: OwnRating[];
}

/** The answer to `ping`. */
export interface Pong {
  type: 'pong';
  id: string | null;
}

/** The plants that a player runs, what each burns, and what the bank pays. */
export interface PowerLine {
  type: 'power';
  seat: number;
  plants?: Running[];
  earned?: number | null;
}

/** A fuel on a market: the price of each remaining token, cheapest first. */
export interface PriceRow {
  tokens: number;
  prices: number[];
}

/** Why a REST request was not done. `rule` is a ledger id where a rule of the game stands behind it. */
export interface Problem {
  code: string;
  text: string;
  rule: string | null;
  args: Record<string, unknown>;
}

/** This person's profile. Without a name there is none yet; everything works without. */
export interface ProfileView {
  name: string | null;
  devices: DeviceRow[];
  passkeys: DeviceRow[];
  recovery_left: number;
  further: boolean;
  invitation: boolean;
  rated: boolean;
  public: boolean;
  undo: string | null;
}

/** The answer to `propose`: lines to confirm, the likeliest first. */
export interface Proposals {
  type: 'proposals';
  id: string;
  lines: (StepLine | SaleLine | FuelLine | HousesLine | PowerLine | CountLine)[];
}

/** Set a proxy order, or cancel it with null. */
export interface Proxy {
  type: 'proxy';
  order?: ProxyOrder | null;
  seat?: number | null;
}

/** A secret order: bid the least raise up to `limit`, then pass or ask. For `plant`, or the auction going on. */
export interface ProxyOrder {
  limit: number;
  then?: 'ask' | 'pass';
  plant?: string | null;
}

/** A puzzle in the list: what it asks, how hard it is (1 to 5), and of which game it is. */
export interface PuzzleRow {
  kind: string;
  difficulty: number;
  ruleset: string;
  name: string;
}

/** What an answer was worth. */
export interface PuzzleVerdict {
  right: boolean;
  own: ChoiceView;
  best: ChoiceView;
  other: ChoiceView;
}

/** A puzzle: the position as the seat sees it, and what it may do there, as in a game. */
export interface PuzzleView {
  number: number;
  kind: string;
  difficulty: number;
  seat: number;
  title: string;
  board: BoardView;
  game: GameView;
  mine: MineView;
  record: string;
}

/** One click: a table against bots, started at once. */
export interface QuickTable {
  ruleset?: string;
  seats?: number;
  level?: string;
  name?: string;
  options?: Record<string, unknown>;
  lesson?: 'cards' | 'first' | null;
  challenge?: string | null;
}

/** A plan priced: houses in the cheapest order, fuel, plant; what is left and what it would earn. */
export interface Quote {
  houses: HouseQuote[];
  fuel: Record<string, number>;
  plant: string | null;
  scrapped: string | null;
  compensation: number;
  plant_cost: number;
  fuel_cost: number;
  house_cost: number;
  total: number;
  money_left: number;
  cities: number;
  supplied: number;
  income: number;
  problems: ([string, string])[];
}

/** The answer to `quote`. `money_left` of the quote counts the seat's own money. */
export interface Quoted {
  type: 'quoted';
  id: string;
  seat: number;
  quote: Quote;
  reach: Record<string, [number, number]>;
  jumps: Record<string, number>;
  via: Record<string, string>;
  paths: Record<string, string[]>;
  basket: Record<string, Record<string, number>>;
  fills: Record<string, FillView>;
  why_not: WhyNot[];
}

/** What a game did to your rating. */
export interface RatingChange {
  before: number;
  after: number;
}

/** The ratings of a season and an edition, the best first. */
export interface RatingList {
  seasons: SeasonRow[];
  season: number;
  editions: Record<string, string>;
  edition: string;
  people: RatingRow[];
  bots: Record<string, number>;
}

/** A person who agreed to be rated. */
export interface RatingRow {
  name: string;
  points: number;
  spread: number;
  games: number;
  public: boolean;
}

/** The player of the sender's seats has read the chat up to this line. */
export interface Read {
  type: 'read';
  upto: number;
}

/** Why a bot would do it: a code of the catalogue's reasons with arguments, and the sentence. */
export interface ReasonView {
  code: string;
  args: Record<string, unknown>;
  text: string;
}

/** A message was not done. `key` is the message's key or id, where it had one. */
export interface Refused {
  type: 'refused';
  code: string;
  text: string;
  rule: string | null;
  args: Record<string, unknown>;
  key: string | null;
}

/** Report lines of chat to the server's host, who gets copies of them. */
export interface Report {
  lines: number[];
  reason?: string;
}

/** What a review says of one seat: accuracy in percent, what changed its chance, and what cost it most. */
export interface ReportView {
  accuracy: number;
  phases: Record<string, number>;
  decisions: number;
  luck: number;
  rivals: number;
  mistakes: number;
  swings: SwingView[];
}

/** A report was kept under this number. */
export interface Reported {
  report: number;
}

/** The profile, and the recovery codes of a new one. They are shown this once. */
export interface Reserved {
  profile: ProfileView;
  recovery: string[];
}

/** The standing: seats in groups that share a rank, the numbers compared (in order), and a code for why it ended. */
export interface Result {
  ranking: number[][];
  scores: (Record<string, number>)[];
  reason: string;
}

/** How many days this server keeps what nobody visits; 0 is for good. */
export interface Retention {
  unfinished: number;
  finished: number;
  packed: number;
  reports: number;
}

/** Chance: the plant card turned up. */
export interface Reveal {
  type: 'reveal';
  plant: string;
}

/** Chance: the fuel card turned up. */
export interface RevealFuel {
  type: 'reveal_fuel';
  card: string;
}

/** One turn: its entries, and everybody's chance after it. */
export interface ReviewRow {
  first: number;
  last: number;
  round: number;
  phase: string;
  seat: number;
  chances: number[];
  verdict: VerdictView | null;
}

/** The review of a finished game, or how far it has come. */
export interface ReviewView {
  ready: boolean;
  done: number;
  total: number;
  own: number;
  own_done: number;
  mistake: number;
  spread: number;
  start: number[];
  rows: ReviewRow[];
  reports: ReportView[];
  proof: number;
  aim: number;
}

/** A new round starts, with this order. */
export interface RoundBegan {
  type: 'round_began';
  round: number;
  order: number[];
}

/** One line of the rules: `key` names a number, table, switch or policy, `value` is what it is in this game. */
export interface RuleRow {
  key: string;
  value: unknown;
  rules: RuleText[];
  text: string;
}

/** A part of the rules panel. */
export interface RuleSection {
  key: string;
  rows: RuleRow[];
}

/** A rule of the ledger: its id and its sentence. */
export interface RuleText {
  id: string;
  text: string;
}

/** The rules of one game, generated from the rules that are played by. */
export interface RulesPanel {
  ruleset: string;
  title: string;
  seats: number;
  sections: RuleSection[];
}

/** A ruleset with its options and their defaults. Composed ones were never published in this form. */
export interface RulesetRow {
  id: string;
  title: string;
  edition: string;
  board: string;
  seats: number[];
  options: Record<string, unknown>;
  composed: boolean;
  revision: number;
}

/** Say which plants produce. */
export interface Run {
  type: 'run';
  seat: number;
  plants: Running[];
}

/** A set of plants that can produce together, the cities it supplies and what that earns. */
export interface RunChoice {
  type: 'run';
  seat: number;
  plants: Running[];
  cities: number;
  income: number;
}

/** A plant that produces, and what it burns. */
export interface Running {
  plant: string;
  burn: Record<string, number>;
}

/** An auction by its result: the buyer, the plant and the price. */
export interface SaleLine {
  type: 'sale';
  seat: number;
  plant: string;
  price: number;
}

/** A player at a table of a tournament; the place once the game is over. */
export interface SatView {
  name: string;
  you: boolean;
  place: number | null;
  points: number | null;
}

/** Give up a plant over the limit, and with it as much of its fuel as one likes. */
export interface Scrap {
  type: 'scrap';
  seat: number;
  plant: string;
  give_up?: Record<string, number>;
}

/** A plant that may be given up, how much of each fuel may go with it, and how much of all its fuels together. */
export interface ScrapChoice {
  type: 'scrap';
  seat: number;
  plant: string;
  give_up: Record<string, number>;
  most: number;
}

/** A season of the server's host; season 0 is the time before the first one and has no name. */
export interface SeasonRow {
  number: number;
  name: string;
  began: string | null;
}

/** What lies before a seat. `money` is null when it is hidden from this viewer. */
export interface SeatGame {
  money: number | null;
  cities: string[];
  plants: string[];
  fuel: Record<string, number>;
  cards: ([string, number])[];
  bought: boolean;
  passed: boolean;
  out: boolean;
  market: string | null;
  income: number;
  powers: number;
  earns: number;
  again: boolean;
  mines: string[];
  jump: boolean;
  sells: number;
}

/** Chance: the order of the first round. */
export interface SeatOrder {
  type: 'seat_order';
  order: number[];
}

/** The player of a seat: `person` this device, `open` whoever joins, `bot` a bot of a level. */
export interface SeatPlan {
  kind: 'bot' | 'open' | 'person';
  level?: string | null;
  name?: string | null;
}

/** The answer to `state`: the snapshot of what the seat knows. */
export interface SeatState {
  type: 'state';
  id: string;
  seat: number;
  seq: number;
  ruleset: string;
  seats: number;
  revision: number;
  options: Record<string, unknown> | null;
  state: Record<string, unknown>;
  seconds: number | null;
}

/** A seat as everybody sees it. */
export interface SeatView {
  seat: number;
  kind: 'bot' | 'open' | 'person';
  name: string;
  level: string | null;
  present: boolean;
  vacant: boolean;
  resigned: boolean;
  agreed: boolean;
  outside: boolean;
  off_until: string | null;
}

/** A table and the restore codes of the seats one has just taken. They are shown this once. */
export interface Seated {
  table: TableView;
  restore: Record<string, string>;
}

/** A table's webhook and the chat service whose shape it takes. Without a URL there is none. */
export interface SetHook {
  kind?: 'discord' | 'matrix' | 'slack';
  url?: string | null;
  keep?: boolean;
  language?: 'de' | 'en';
  zone?: string;
  off?: ('agreed' | 'back' | 'began' | 'chat' | 'ended' | 'half' | 'opened' | 'pause' | 'result' | 'stand_in' | 'talk' | 'turn')[];
  mentions?: Record<string, string>;
}

/** Set the orders in advance of a seat in place of those it has; null cancels them. */
export interface SetOrders {
  type: 'orders';
  plan?: OrderPlan | null;
  seat?: number | null;
}

/** Switch something of your profile on or off; what is not named stays. */
export interface SetProfile {
  rated?: boolean | null;
  public?: boolean | null;
}

/** So many wins of so many games, with the 95 % interval of their share. */
export interface ShareRow {
  name: string;
  wins: number;
  games: number;
  low: number;
  high: number;
}

/** A board that was shared. One that is not approved is seen by its maker only. */
export interface SharedBoard {
  id: string;
  title: string;
  at: string;
  approved: boolean;
  mine: boolean;
  listed: boolean;
}

/** A shared board with its data. */
export interface SharedBoardView {
  shared: SharedBoard;
  board: Record<string, unknown>;
}

/** The boards that this device has shared, newest first. */
export interface SharedBoards {
  boards: SharedBoard[];
}

/** A line of the sheet and how it fits; where it does not, the sentence and the rule behind it. */
export interface SheetLine {
  line: StepLine | SaleLine | FuelLine | HousesLine | PowerLine | CountLine;
  fit: 'differs' | 'fits' | 'open' | 'refused' | 'waits';
  amount: number | null;
  text: string | null;
  rule: string | null;
}

/** The sheet of a real table from line `first` on; all lines after these are gone. */
export interface SheetView {
  type: 'sheet';
  seq: number;
  first: number;
  lines: SheetLine[];
  slips: SlipView[];
  draws: (ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity)[];
  by: string;
}

/** Tokens left the cheapest spaces of the export market. */
export interface Shipped {
  type: 'shipped';
  fuel: string;
  count: number;
}

/** Chance: the back of the card that has come to the top of the stack. */
export interface ShowBack {
  type: 'show_back';
  back: string;
}

/** A code for one other device, good for so many seconds. */
export interface SignInCode {
  code: string;
  seconds: number;
}

/** A correction with which a line fits: of its own, of an earlier line, or by one that is missing. */
export interface SlipView {
  kind: 'amount' | 'content' | 'earlier' | 'missing' | 'seat';
  changes: ChangeView[];
}

/** A special rule of one of our boards: the part of `[rules]` that makes it, and the fuel tables it needs. */
export interface SpecialRow {
  id: string;
  rules: Record<string, unknown>;
  fuel: string | null;
}

/** The last stack is used up: the whole market is on offer. */
export interface StackEnded {
  type: 'stack_ended';
}

/** The rest of the stack was shuffled. */
export interface StackShuffled {
  type: 'stack_shuffled';
  cards: number;
}

/** A player in the standing of a tournament. */
export interface StandingOf {
  rank: number;
  name: string;
  you: boolean;
  left: boolean;
  points: number;
  wins: number;
  opponents: number;
  rounds: (number | null)[];
}

/** What a standing table is made with. Whoever starts it takes the first seat that is not a bot's. */
export interface StandingPlan {
  name: string;
  ruleset: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  clock?: ClockPlan;
  hints?: boolean;
  rated?: boolean;
}

/** A standing table. */
export interface StandingRow {
  number: number;
  name: string;
  ruleset: string;
  title: string;
  seats: number;
  bots: number;
  clock: ClockPlan;
  rated: boolean;
}

/** A starting city was marked. */
export interface StartMarked {
  type: 'start_marked';
  seat: number;
  city: string;
}

/** Step 2 or 3 is in force from here. */
export interface StepBegan {
  type: 'step_began';
  step: number;
}

/** One action as the engine knows it: a card that was drawn, a bid, a pass, a plant that is given up. */
export interface StepLine {
  type: 'step';
  action: ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity;
}

/** One thing that a plan does: in which phase, in words, with one fact, and what it does to the seat's money. */
export interface StepView {
  phase: string;
  code: string;
  text: string;
  note: string;
  money: number;
  city: string | null;
  fuel: Record<string, number>;
}

/** A decision that cost a seat chances: the row, how much, and the sentence. */
export interface SwingView {
  row: number;
  change: number;
  text: string;
}

/** Seats, presence or agreements changed. */
export interface TableChanged {
  type: 'table';
  table: TableView;
}

/** Tables, last used first. */
export interface TableList {
  tables: TableView[];
}

/** A table as lists and its head show it. */
export interface TableView {
  code: string;
  name: string;
  ruleset: string;
  title: string;
  options: Record<string, unknown>;
  state: 'over' | 'playing' | 'review' | 'waiting';
  seats: SeatView[];
  visibility: 'private' | 'public';
  hints: boolean;
  clock: ClockView;
  seq: number;
  round: number;
  phase: string;
  actor: number | string | null;
  result: Result | null;
  end: string | null;
  yours: number[];
  owner: boolean;
  watchers: number;
  created: string;
  touched: string;
  archived: boolean;
  rematch: string | null;
  again: number[];
  early: number[];
  fork_of: [string, number] | null;
  deal: string | null;
  muted: string[];
  watchers_muted: boolean;
  watching: string[];
  removed: string[];
  lesson: 'cards' | 'first' | null;
  challenge: string | null;
  rated: boolean;
  pause: PauseView | null;
  back: TakeBackView | null;
  real: boolean;
  unread: number;
}

/** A request to take back a decision; the game goes back once every other person agrees, and not after a move. */
export interface TakeBackView {
  by: number;
  to: number;
  cards: boolean;
  agreed: number[];
}

/** Tokens of one fuel from one market. */
export interface TokenLot {
  fuel: string;
  market: string;
  count: number;
}

/** Tournaments, the newest first. */
export interface TournamentList {
  tournaments: TournamentRow[];
}

/** A tournament in a list. */
export interface TournamentRow {
  id: string;
  name: string;
  state: 'open' | 'over' | 'playing' | 'starting';
  round: number;
  rounds: number;
  players: number;
  ruleset: string;
  title: string;
}

/** A tournament as its players and viewers see it. */
export interface TournamentView {
  id: string;
  group: string | null;
  name: string;
  organiser: boolean;
  state: 'open' | 'over' | 'playing' | 'starting';
  system: 'round_robin' | 'swiss';
  seats: number;
  rounds: number;
  round: number;
  settled: boolean;
  points: number[];
  ruleset: string;
  title: string;
  clock: ClockPlan;
  rated: boolean;
  you: boolean;
  standing: StandingOf[];
  tables: PairingView[][];
}

/** A fuel market: for each fuel the price of every space, and the refill of steps 1, 2 and 3. */
export interface TrackRow {
  name: string;
  kind: 'export' | 'store' | 'track';
  spaces: Record<string, number[]>;
  refill: Record<string, number[]>;
}

/** A trial: how many games are played, and what they showed so far. */
export interface TrialView {
  id: string;
  done: number;
  of: number;
  seats: number;
  bot: string;
  forced: boolean;
  seconds: number;
  rounds: [number, number, number];
  lengths: ([number, number])[];
  mean_rounds: number;
  step2: number | null;
  reasons: Record<string, number>;
  seat_wins: ShareRow[];
  area_wins: ShareRow[];
  city_use: ShareRow[];
  link_use: LinkUseRow[];
  line_share: number;
  rare_links: number;
  lead_changes: number;
  never_built: string[];
  over: boolean;
  failed: boolean;
}

/** A city where a Trust house may go. */
export interface TrustCityChoice {
  type: 'place_trust';
  seat: number;
  city: string;
}

/** The Trust took fuel. */
export interface TrustFuelled {
  type: 'trust_fuelled';
  fuel: Record<string, number>;
}

/** A Trust house was put on a space of a city. */
export interface TrustPlaced {
  type: 'trust_placed';
  city: string;
  space: number;
}

/** The Trust took a plant. */
export interface TrustTook {
  type: 'trust_took';
  plant: string;
}

/** What the Trust has. */
export interface TrustView {
  plants: string[];
  fuel: Record<string, number>;
  cards: ([string, number])[];
  houses: number;
  took: boolean;
}

/** A seat ended its buying or building turn. */
export interface TurnEnded {
  type: 'turn_ended';
  seat: number;
}

/** Take back the last decision of the sender's own turn. */
export interface Undo {
  type: 'undo';
  key: string;
  expect: number;
  seat?: number | null;
}

/** Cards of one back: how many are still to come, and which they may be. */
export interface UnseenView {
  left: number;
  cards: string[];
}

/** Something was played, taken back or ended. */
export interface Update {
  type: 'update';
  seq: number;
  entries: EntryView[];
  view: View;
}

/** What a group usually plays: the form for a new table is filled in with it. */
export interface UsualGame {
  ruleset: string;
  clock?: ClockPlan;
}

/** What a group usually plays. */
export interface UsualRow {
  ruleset: string;
  title: string;
  clock: ClockPlan;
}

/** What a decision cost: the chance with what was played and with the best, what was done, what was better. */
export interface VerdictView {
  chance: number;
  best: number;
  loss: number;
  mistake: boolean;
  played: string;
  low: number;
  high: number;
  better: ChoiceView | null;
  against: ClaimView[];
  checked: number;
  checking: boolean;
}

/** The table as one viewer sees it now. */
export interface View {
  seq: number;
  game: GameView;
  mine: MineView;
  clock: ClockView;
  goal: GoalView | null;
}

/** A game that members want to play in the next round. */
export interface VoteRow {
  ruleset: string;
  title: string;
  votes: number;
  yours: boolean;
}

/** The answer to `hello`: the table, the last entries that the client lacks, the chat, and the view. */
export interface Welcome {
  type: 'welcome';
  table: TableView;
  entries: EntryView[];
  chat: ChatMessage[];
  view: View | null;
  earlier: boolean;
  hidden: string[];
  read: number;
}

/** Something the table shows but the viewer's seat may not do now, and why. */
export interface WhyNot {
  action: ChooseArea | PlaceTrust | MarkStart | Open | Bid | Pass | Scrap | DiscardFuel | BuyFuel | BuyCard | Build | Jump | Run | SeatOrder | Zone | ShowBack | Reveal | RevealFuel | CloseCity;
  code: string;
  rule: string;
  args: Record<string, unknown>;
  text: string;
}

/** What a board may be made of on this server. */
export interface WorkshopInfo {
  editions: EditionRow[];
  fuels: Record<string, Record<string, unknown>>;
  specials: SpecialRow[];
  tints: string[];
  sharing: 'approve' | 'off' | 'open';
  compare: CompareRow[];
  cities: number;
  areas: number;
  links: number;
  cost: number;
}

/** What a plant is worth to the seat, up to where to bid, the lowest first bid, and what it is likely to cost. */
export interface WorthView {
  worth: number;
  stop: number;
  least: number;
  price: number;
  rivals: ([number, number])[];
}

/** Write lines of a real table's sheet. `expect` is the seq one has seen, `lines` how many lines there were. */
export interface WriteLines {
  type: 'write';
  key: string;
  expect: number;
  lines: number;
  changes: LineChange[];
  final?: boolean;
}

/** Chance: the areas in play. */
export interface Zone {
  type: 'zone';
  areas: string[];
}

/** The areas in play are known. */
export interface ZoneSet {
  type: 'zone_set';
  areas: string[];
}

export type AnyAction =
  | ChooseArea
  | PlaceTrust
  | MarkStart
  | Open
  | Bid
  | Pass
  | Scrap
  | DiscardFuel
  | BuyFuel
  | BuyCard
  | Build
  | Jump
  | Run
  | SeatOrder
  | Zone
  | ShowBack
  | Reveal
  | RevealFuel
  | CloseCity;

export type AnyLine =
  | StepLine
  | SaleLine
  | FuelLine
  | HousesLine
  | PowerLine
  | CountLine;

export type AnyChoice =
  | AreaChoice
  | TrustCityChoice
  | MarkChoice
  | OpenChoice
  | BidChoice
  | PassChoice
  | ScrapChoice
  | DiscardChoice
  | BuyChoice
  | CardChoice
  | BuildChoice
  | JumpChoice
  | RunChoice;

export type AnyEvent =
  | RoundBegan
  | PhaseBegan
  | StepBegan
  | OrderSet
  | ZoneSet
  | AreaChosen
  | CityClosed
  | TrustPlaced
  | StartMarked
  | BackShown
  | PlantRevealed
  | StackShuffled
  | PlantRemoved
  | PlantPiled
  | PileShuffled
  | StackEnded
  | PlantCycled
  | DiscountPlaced
  | DiscountLost
  | LotOpened
  | BidRaised
  | BidPassed
  | OptedOut
  | PlantSold
  | PlantScrapped
  | Compensated
  | TrustTook
  | FuelBought
  | CardBought
  | FuelDropped
  | TrustFuelled
  | TurnEnded
  | Jumped
  | CityConnected
  | PlantsRun
  | FuelRefilled
  | Exported
  | Shipped
  | CardsMoved
  | FuelShuffled
  | CardRevealed
  | ContractorAdvanced
  | GameEnded;

export type ClientMessage =
  | Hello
  | Look
  | Act
  | Undo
  | Proxy
  | Auto
  | SetOrders
  | AskQuote
  | AskHint
  | Chat
  | Read
  | Hide
  | AskHistory
  | AskEntries
  | WriteLines
  | AskSheet
  | AskProposals
  | AskState
  | Back
  | Ping;

export type ServerMessage =
  | Welcome
  | Update
  | TableChanged
  | Done
  | Ordered
  | Refused
  | Quoted
  | Hint
  | History
  | EntriesPage
  | SheetView
  | Proposals
  | SeatState
  | ChatMessage
  | Hidden
  | Pong;
