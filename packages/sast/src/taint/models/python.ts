import type { ModelRow } from './model.ts'

export const PYTHON: readonly ModelRow[] = [
  { names: 'append add appendleft insert_one write writelines put put_nowait', flows: 'args -> this.*' },
  { names: 'insert', flows: '1 -> this.*' },
  { names: 'extend extendleft', flows: '0.* -> this.*, 0 -> this.*' },
  { names: 'update', flows: '0 -> this, args -> this.*' },
  { names: 'setdefault', flows: '1 -> this.@0, 1 -> result, this.@0 -> result' },
  { names: 'get', flows: 'this.@0 -> result, 1 -> result' },
  { names: 'pop', flows: 'this.* -> result, 1 -> result' },
  { names: 'popleft popitem', flows: 'this.* -> result' },
  { names: 'values copy items elements', flows: 'this -> result, this.* -> result.*' },
  { names: 'join', flows: '0.* -> result, 0 -> result, this -> result' },
  { names: 'format format_map', flows: 'this -> result, args -> result, 0.* -> result' },
  {
    names:
      'startswith endswith isdigit isalpha isalnum isnumeric isdecimal isspace isidentifier islower isupper count index find rfind rindex bit_length timestamp',
    flows: '',
  },
  {
    names:
      'int() float() bool() len() ord() hash() id() isinstance() issubclass() hasattr() callable() any() all() abs() round() range() print() sum() uuid.uuid4 uuid.UUID random.random random.randint time.time secrets.token_hex hmac.compare_digest os.path.exists os.path.isfile os.path.isdir',
    flows: '',
  },
  {
    names:
      'str() repr() bytes() bytearray() format() ascii() os.path.join os.path.normpath os.path.abspath json.loads json.dumps copy.copy copy.deepcopy urllib.parse.unquote urllib.parse.urljoin base64.b64decode',
    flows: 'args -> result',
  },
  { names: 'list() tuple() set() frozenset() iter() reversed() dict()', flows: 'args -> result' },
  { names: 'sorted()', flows: '0 -> result, 0.* -> 1(0)' },
  { names: 'next() max() min()', flows: '0.* -> result, args -> result' },
  { names: 'map()', flows: '1.* -> 0(0), 2.* -> 0(1), 0() -> result.*' },
  { names: 'filter()', flows: '1.* -> 0(0), 1 -> result' },
  {
    names: 'functools.reduce reduce()',
    flows: '1.* -> 0(0), 1.* -> 0(1), 0() -> 0(0), 2 -> 0(0), 0() -> result, 2 -> result',
  },
  { names: 'functools.partial partial()', flows: '0 -> result, 1 -> 0(0), 2 -> 0(1)' },
  { names: 'zip()', flows: '0.* -> result.*.0, 1.* -> result.*.1, 2.* -> result.*.2, 0 -> result, 1 -> result' },
  { names: 'enumerate()', flows: '0.* -> result.*.1' },
  { names: 'getattr()', flows: '0.@1 -> result, 2 -> result' },
  { names: 'setattr()', flows: '2 -> 0.@1' },
  {
    names: 'asyncio.run asyncio.gather asyncio.wait_for asyncio.create_task asyncio.ensure_future',
    flows: 'args -> result',
  },
  { names: 'submit run_in_executor', flows: '1 -> 0(0), 2 -> 0(1), 0() -> result, 2 -> 1(0), 1() -> result' },
  { names: 'asyncio.to_thread', flows: '1 -> 0(0), 2 -> 0(1), 0() -> result' },
]
