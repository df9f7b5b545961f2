/** Names of methods and functions that check a value, by kind of check. */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((item) => item !== ''))

/** Membership methods of a list, a set or a map. */
export const LIST_HAS = wordSet(`
  includes has contains Contains include? member? containsKey ContainsKey contains_key key? has_key? hasOwnProperty
  HasKey exists count containsValue Exists have_key? isPartOf`)

/** Membership functions, with the argument indexes of the list and the element. */
export const LIST_FUNCTIONS: ReadonlyMap<string, readonly [list: number, value: number]> = new Map([
  ['in_array', [1, 0]],
  ['array_key_exists', [1, 0]],
  ['key_exists', [1, 0]],
  ['slices.Contains', [0, 1]],
  ['lo.Contains', [0, 1]],
  ['Object.hasOwn', [0, 1]],
  ['Object.prototype.hasOwnProperty.call', [0, 1]],
  ['hasOwnProperty.call', [0, 1]],
  ['lodash.includes', [0, 1]],
  ['_.includes', [0, 1]],
  ['_.has', [0, 1]],
  ['lodash.has', [0, 1]],
  ['Reflect.has', [0, 1]],
  ['ArrayUtils.contains', [0, 1]],
  ['operator.contains', [0, 1]],
])

/** Methods that return the index of an element; -1 for none. */
export const LIST_INDEX = wordSet('indexOf lastIndexOf IndexOf')

/** Methods that return the value of a key; null for a missing key. */
export const MAP_GET = wordSet('get Get find fetch TryGetValue getOrNull get_mut find_by_key')

export const EQUAL = wordSet(
  'equals equalsIgnoreCase Equals eql? equal? eq eq_ignore_ascii_case EqualFold contentEquals',
)

/** Methods that check whether a text has only letters and digits. */
export const PLAIN_METHODS = wordSet(`
  isdigit isalnum isalpha isdecimal isnumeric isidentifier is_ascii_alphanumeric is_alphanumeric is_ascii_digit is_numeric
  is_ascii_alphabetic is_alphabetic is_ascii_hexdigit is_digit isLetterOrDigit isDigit isLetter`)

/** Functions with the same check, by the last part of their name. */
export const PLAIN_FUNCTIONS = wordSet(`
  ctype_alnum ctype_digit ctype_alpha ctype_xdigit is_numeric is_int is_integer is_bool is_float isalnum isdigit isalpha isxdigit
  isAlphanumeric isNumeric isAlpha isUUID isInt isHexadecimal isMongoId isAlphanumericSpace isLetterOrDigit isDigit isLetter
  isAlphabetic IsLetterOrDigit IsDigit IsLetter IsAsciiLetterOrDigit IsNumber isInteger isSafeInteger isFinite isCreatable
  uuid_validate is_valid_uuid isParsable`)

/** Checks for an id, which is no query object: any text of twelve characters is an id, too. */
export const ID_FUNCTIONS = wordSet('ObjectId.isValid isValidObjectId mongoose.isValidObjectId Types.ObjectId.isValid')

/** Checks whether a text is no number. `parseInt` stops at the first letter and proves nothing. */
export const NO_NUMBER = wordSet('isNaN Number.isNaN _.isNaN')

/** Functions that return true where a text is a number, a date or an id, with the parsed value in an output argument. */
export const TRIES = wordSet('TryParse TryParseExact TryParseEnum')

/** .NET types with a text form of plain letters. */
export const TRIED_TYPES =
  /^(?:int|uint|long|ulong|short|byte|sbyte|float|double|decimal|bool|Int\d\d|UInt\d\d|Guid|DateTime|DateOnly|TimeOnly|DateTimeOffset|Enum|Boolean|Double|Decimal|Byte)$/

/** Functions that parse a number, a date or an id and throw for invalid text: by full name. */
export const THROWING = wordSet(`
  int float uuid.UUID UUID Integer.parseInt Integer.valueOf Long.parseLong Long.valueOf Short.parseShort Double.parseDouble
  Double.valueOf UUID.fromString LocalDate.parse LocalDateTime.parse Instant.parse Year.parse YearMonth.parse Integer Float
  BigInt decimal.Decimal datetime.date.fromisoformat date.fromisoformat ipaddress.ip_address ipaddress.ip_network
  java.util.UUID.fromString java.lang.Integer.parseInt java.lang.Long.parseLong java.time.LocalDate.parse java.time.Year.parse`)

/** The same by the last part of the name: called on the text. */
export const THROWING_METHODS = wordSet('toInt toLong toDouble toUUID toFloat toShort')

/** Functions with the same purpose that return null for invalid text. */
export const OR_NOTHING = wordSet('toIntOrNull toLongOrNull toDoubleOrNull toFloatOrNull toShortOrNull toULongOrNull')

/** Go functions that parse a number, a date or an id, and return an error for invalid text. */
export const OR_ERROR = wordSet(`
  strconv.Atoi strconv.ParseInt strconv.ParseUint strconv.ParseFloat strconv.ParseBool uuid.Parse uuid.FromString uuid.Validate
  time.Parse netip.ParseAddr primitive.ObjectIDFromHex bson.ObjectIDFromHex ulid.Parse xid.FromString`)

/** Functions that exit or throw where their argument is false. */
const DEMANDS =
  /^(?:require|check|invariant|assert|checkArgument|checkState|isTrue|abort_unless|throw_unless|assertTrue|ensure|precondition|tiny_invariant)$/

/** Owners of functions that do less, or that are disabled in production. */
const NO_DEMANDS = /^(?:console|Debug|Boolean(?:Utils)?|log(?:ger)?)[.:]/i
const NOT_RUN = new Set(['c', 'cpp', 'c-header', 'kotlin', 'php'])

/** Whether a call exits or throws where its argument is false. */
export function isDemand(method: string, name: string, language: string): boolean {
  return DEMANDS.test(method) && !NO_DEMANDS.test(name) && !(method === 'assert' && NOT_RUN.has(language))
}

/** Functions that exit or throw where their argument is true. */
export const REFUSALS = /^(?:abort_if|throw_if|ThrowIf)$/

/** Called with a function that asks the same of each member. */
export const EACH = wordSet('every all All allMatch all?')
export const SOME = wordSet('some any Any anyMatch any? exists Exists find contains')
export const NO_MEMBER = wordSet('noneMatch none none?')

/** Methods that filter a list by a function. */
export const FILTERS = wordSet(
  'filter takeIf Where select find_all filter_map findAll FirstOrDefault find First first firstOrNull',
)

/** Methods that return the same text, apart from letter case or storage. */
export const SAME_TEXT = wordSet(`
  toLowerCase toUpperCase lower upper casefold ToLower ToUpper ToLowerInvariant ToUpperInvariant downcase upcase toString
  to_string as_str to_owned to_s clone valueOf ToString str as_ref deref lowercase uppercase toLocaleLowerCase to_lowercase
  to_uppercase to_ascii_lowercase to_ascii_uppercase into c_str chars bytes orEmpty unwrap_or_default as_bytes to_sym
  stream iter into_iter asSequence toPath toFile`)

/** The same of functions, by full name. */
export const SAME_TEXT_FUNCTIONS = wordSet(
  'String str strtolower strtoupper mb_strtolower strings.ToLower strings.ToUpper strval string String.valueOf Number',
)

/** Members and methods with the host of a URL. */
export const HOST_KEYS = wordSet(
  'host hostname Host Hostname origin netloc getHost getAuthority host_str authority IdnHost DnsSafeHost Authority',
)

/** URL parsers, by full name or its last part. */
export const ADDRESSES = wordSet(`
  URL url.Parse url.ParseRequestURI urlparse urlsplit parse_url URI Uri URI.parse URI.create Url.parse Uri.parse urllib.parse.urlparse
  urllib.parse.urlsplit new_url java.net.URI java.net.URL HttpUrl.parse HttpUrl.get Addressable.URI.parse yarl.URL httpx.URL url.parse`)

/** Functions that normalize a path, without `..`, by the last part of the name. */
export const NORMALS = wordSet(`
  resolve normalize realpath getCanonicalPath getCanonicalFile toRealPath normalized GetFullPath abspath expand_path canonicalize
  canonicalPath canonicalFile Clean Abs EvalSymlinks normpath canonical weakly_canonical lexically_normal realpathSync EvalSymLinks safeJoin`)

export const STARTS = wordSet(
  'startsWith startswith StartsWith start_with? starts_with HasPrefix str_starts_with is_relative_to',
)
export const ENDS = wordSet('endsWith endswith EndsWith end_with? ends_with HasSuffix str_ends_with')
