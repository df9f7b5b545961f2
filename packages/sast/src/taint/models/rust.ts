import type { ModelRow } from './model.ts'

/** Models of Rust libraries. The data flow treats an `Option` or a `Result` as its content. */
export const RUST: readonly ModelRow[] = [
  { names: 'push push_back push_front', on: 'String PathBuf OsString', flows: '0 -> this' },
  { names: 'push push_back push_front', flows: '0 -> this.*' },
  { names: 'push_str push_fmt write_str set_path set_query extend_from_slice', flows: '0 -> this' },
  { names: 'insert_str replace_range', flows: '1 -> this' },
  { names: 'insert', on: 'HashSet BTreeSet IndexSet', flows: '0 -> this.*' },
  { names: 'insert', on: 'String', flows: '1 -> this' },
  { names: 'insert', flows: '1 -> this.@0, this.@0 -> result' },
  { names: 'extend append', flows: '0.* -> this.*, 0 -> this' },
  { names: 'get get_mut get_all', flows: 'this.@0 -> result' },
  { names: 'remove swap_remove', flows: 'this.@0 -> result, this.* -> result' },
  { names: 'entry', flows: 'this.@0 -> result' },
  { names: 'or_insert or_insert_with or_default', flows: 'this -> result, 0 -> result, 0() -> result' },
  {
    names: 'pop pop_front pop_back first last next nth peek min max next_back',
    flows: 'this.* -> result, this -> result',
  },
  { names: 'enumerate', flows: 'this.* -> result.*.1, this -> result.*.1' },
  { names: 'zip', flows: 'this.* -> result.*.0, 0.* -> result.*.1, this -> result.*.0, 0 -> result.*.1' },
  { names: 'keys into_keys', flows: '' },
  {
    names: 'values values_mut into_values iter iter_mut into_iter drain chars bytes lines',
    flows: 'this -> result, this.* -> result.*',
  },
  {
    names: 'map and_then flat_map filter_map then map_while scan',
    flows: 'this -> 0(0), this.* -> 0(0), 0() -> result, 0() -> result.*',
  },
  { names: 'map_err or_else', flows: 'this -> result' },
  { names: 'map_or', flows: '0 -> result, this -> 1(0), 1() -> result' },
  { names: 'map_or_else', flows: '0() -> result, this -> 1(0), 1() -> result' },
  { names: 'for_each inspect', flows: 'this -> 0(0), this.* -> 0(0), this -> result' },
  {
    names: 'filter take_while skip_while sort_by sort_by_key dedup_by retain max_by min_by max_by_key min_by_key',
    flows: 'this.* -> 0(0), this -> 0(0), this -> result',
  },
  { names: 'find position find_map', flows: 'this.* -> 0(0), this.* -> result, this -> result' },
  { names: 'fold try_fold', flows: '0 -> result, 0 -> 1(0), this.* -> 1(1), this -> 1(1), 1() -> result, 1() -> 1(0)' },
  { names: 'reduce', flows: 'this.* -> 0(0), this.* -> 0(1), 0() -> result, this.* -> result' },
  {
    names:
      'any all contains contains_key starts_with ends_with is_match is_empty is_some is_none is_ok is_err len count eq ne cmp partial_cmp is_some_and is_ok_and is_char_boundary is_alphanumeric is_ascii is_absolute exists is_file is_dir capacity hash elapsed as_secs find_iter rfind',
    flows: '',
  },
  { names: 'unwrap_or or', flows: 'this -> result, 0 -> result' },
  { names: 'unwrap_or_else get_or_insert_with ok_or_else', flows: 'this -> result, 0() -> result' },
  { names: 'ok_or context with_context expect', flows: 'this -> result' },
  { names: 'replace replacen replace_all', flows: 'this -> result, 1 -> result' },
  { names: 'join concat', flows: 'this -> result, this.* -> result, 0 -> result' },
  { names: 'with_file_name with_extension', flows: 'this -> result, 0 -> result' },
  { names: 'read_to_string read_to_end read_line read read_exact read_until', flows: 'this -> 0, this -> 1' },
  { names: 'write_all write write_fmt', flows: '0 -> this' },
  { names: 'write!()', flows: '1 -> 0' },
  { names: 'copy()', flows: '0 -> 1' },
  { names: 'io.copy', flows: '0 -> 1' },
  { names: 'mem.take mem.replace', flows: '0 -> result, 1 -> 0' },
  { names: 'mem.swap', flows: '0 -> 1, 1 -> 0' },
  { names: 'spawn spawn_blocking block_on', flows: '0 -> result, 0() -> result' },
  { names: 'tokio.spawn task.spawn_blocking thread.spawn', flows: '0 -> result, 0() -> result' },
  {
    names:
      'String.new Vec.new HashMap.new Instant.now SystemTime.now Uuid.new_v4 Uuid.parse_str Path.exists fs.metadata String.with_capacity Vec.with_capacity size_of() drop() mem.drop mem.size_of Duration.from_secs Duration.from_millis',
    flows: '',
  },
  // They return the value in another form.
  {
    names:
      'String.from PathBuf.from Path.new OsString.from OsStr.new Cow.from str.from_utf8 String.from_utf8 String.from_utf8_lossy Url.parse Uri.from_static serde_json.from_str serde_json.from_slice serde_json.to_string serde_json.from_value serde_urlencoded.from_str serde_yaml.from_str percent_encoding.percent_decode_str base64.decode urlencoding.decode iter.once io.Cursor.new BufReader.new BufWriter.new',
    flows: '0 -> result',
  },
]
