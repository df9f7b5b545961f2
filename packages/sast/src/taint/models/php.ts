import type { ModelRow } from './model.ts'

export const PHP: readonly ModelRow[] = [
  {
    names:
      'intval() floatval() boolval() count() strlen() mb_strlen() sizeof() is_numeric() is_int() is_string() is_array() is_null() isset() empty() in_array() array_key_exists() strpos() stripos() strcmp() ctype_digit() ctype_alnum() ctype_alpha() md5() sha1() crc32() hash() time() rand() random_int() file_exists() is_file() is_dir() array_search() version_compare() password_verify() hash_equals()',
    flows: '',
  },
  {
    names:
      'sprintf() vsprintf() implode() join() explode() trim() str_replace() preg_replace() substr() strtolower() strtoupper() ucfirst() urldecode() rawurldecode() base64_decode() json_decode() json_encode() strval() stripslashes() nl2br() mb_substr() array_merge() array_values() array_slice() compact() array_reverse()',
    flows: 'args -> result',
  },
  { names: 'array_filter()', flows: '0.* -> 1(0), 0 -> result' },
  { names: 'array_combine()', flows: '1.* -> result.*' },
  { names: 'preg_match() preg_match_all()', flows: '1 -> 2.*' },
  { names: 'mb_parse_str()', flows: '0 -> 1.*' },
  { names: 'openssl_private_decrypt() openssl_public_decrypt()', flows: '0 -> 1.*' },
  { names: 'sscanf()', flows: '0 -> result.*, 0 -> 2.*, 0 -> 3.*' },
  { names: 'array_map()', flows: '1.* -> 0(0), 2.* -> 0(1), 0() -> result.*' },
  { names: 'array_walk()', flows: '0.* -> 1(0)' },
  { names: 'usort()', flows: '0.* -> 1(0), 0.* -> 1(1)' },
  { names: 'array_reduce()', flows: '0.* -> 1(1), 1() -> 1(0), 2 -> 1(0), 1() -> result, 2 -> result' },
  { names: 'call_user_func()', flows: '1 -> 0(0), 2 -> 0(1), 0() -> result, args -> result' },
  { names: 'array_push() array_unshift()', flows: '1 -> 0.*, 2 -> 0.*' },
  { names: 'array_pop() array_shift() end() reset() current()', flows: '0.* -> result' },
  { names: 'parse_str()', flows: '0 -> 1.*' },
  { names: 'array_keys()', flows: '' },
  { names: 'push add append', flows: 'args -> this.*' },
  { names: 'put set', flows: '1 -> this.@0' },
  { names: 'each map filter', flows: 'this.* -> 0(0), 0() -> result.*, this -> result' },
]
