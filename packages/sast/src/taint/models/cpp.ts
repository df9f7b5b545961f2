import type { ModelRow } from './model.ts'

/** Models of the C and C++ standard libraries. Writes to arguments are part of the model, since the code of the library is not analysed. */
export const CPP: readonly ModelRow[] = [
  {
    names: 'strcpy() stpcpy() lstrcpy() wcscpy() strdupa() strcat() wcscat() lstrcat()',
    flows: '1 -> 0, 1 -> result, 0 -> result',
  },
  {
    names:
      'strncpy() stpncpy() strncat() strlcpy() strlcat() wcsncpy() wcsncat() memcpy() memmove() mempcpy() wmemcpy() memccpy() std.memcpy std.memmove std.strcpy std.strncpy std.strcat std.strncat',
    flows: '1 -> 0, 1 -> result',
  },
  { names: 'strcpy_s() strcat_s() memcpy_s() strncpy_s()', flows: '2 -> 0' },
  { names: 'bcopy()', flows: '0 -> 1' },
  { names: 'sprintf() vsprintf() wsprintf() std.sprintf', flows: 'args -> 0' },
  {
    names: 'snprintf() vsnprintf() sprintf_s() swprintf() _snprintf() std.snprintf',
    flows: '2 -> 0, 3 -> 0, 4 -> 0, 5 -> 0, 6 -> 0, 7 -> 0, 8 -> 0',
  },
  { names: 'asprintf() vasprintf()', flows: 'args -> 0' },
  { names: 'sscanf() std.sscanf', flows: '0 -> 2, 0 -> 3, 0 -> 4, 0 -> 5, 0 -> 6' },
  { names: 'strtok() strtok_r() strsep()', flows: '0 -> result' },
  { names: 'realpath()', flows: '0 -> 1, 0 -> result' },
  { names: 'strstr() strchr() strrchr() strpbrk() memchr() index() rindex() strchrnul()', flows: '0 -> result' },
  { names: 'strtol() strtoul() strtoll() strtoull()', flows: '0 -> result, 0 -> 1' },
  {
    names:
      'strlen() strnlen() wcslen() strcmp() strncmp() strcasecmp() strncasecmp() memcmp() strspn() strcspn() access() stat() lstat() free() fclose() close() fputs() puts() printf() fprintf() perror() setenv() putenv() fopen() open() remove() unlink() system() isdigit() isalpha() isalnum()',
    flows: '',
  },
  { names: 'std.to_string', flows: '0 -> result' },
  { names: 'std.getline', flows: '0 -> 1, 0 -> result' },
  { names: 'std.make_pair', flows: '0 -> result.0, 1 -> result.1' },
  { names: 'std.pair', flows: '0 -> result.0, 1 -> result.1' },
  {
    names: 'std.make_tuple std.forward_as_tuple std.tie',
    flows: '0 -> result.0, 1 -> result.1, 2 -> result.2, 3 -> result.3',
  },
  { names: 'std.swap', flows: '0 -> 1, 1 -> 0' },
  { names: 'swap', flows: '0 -> this, this -> 0' },
  { names: 'std.copy std.move_backward std.copy_n', flows: '0 -> 2' },
  { names: 'std.copy_if', flows: '0 -> 2, 0.* -> 3(0), 0 -> 3(0)' },
  { names: 'std.for_each', flows: '0.* -> 2(0), 0 -> 2(0)' },
  { names: 'std.transform', flows: '0.* -> 3(0), 0 -> 3(0), 3() -> 2.*, 3() -> 2' },
  { names: 'std.thread std.jthread', flows: '1 -> 0(0), 2 -> 0(1), 3 -> 0(2)' },
  {
    names: 'std.async',
    flows: '1 -> 0(0), 2 -> 0(1), 0() -> result, 2 -> 1(0), 3 -> 1(1), 1() -> result, args -> result',
  },
  { names: 'std.bind', flows: '1 -> 0(0), 2 -> 0(1), 0 -> result, 0() -> result' },
  { names: 'pthread_create()', flows: '3 -> 2(0)' },
  { names: 'Format AppendFormat', on: 'CString CStringA CStringW', flows: 'args -> this' },
  {
    names: 'insert insert_or_assign emplace try_emplace',
    on: 'map unordered_map multimap unordered_multimap',
    flows: '0.1 -> this.*, 1 -> this.@0',
  },
  { names: 'append assign insert push_back emplace_back replace push emplace', flows: 'args -> this, this -> result' },
  {
    names: 'find lower_bound upper_bound begin end cbegin cend rbegin',
    on: 'map unordered_map multimap unordered_multimap',
    flows: 'this.* -> result.1, this.* -> result.*.1, this -> result',
  },
  {
    names: 'find lower_bound upper_bound',
    on: 'set unordered_set multiset unordered_multiset',
    flows: 'this -> result, this.* -> result',
  },
  { names: 'at', flows: 'this.@0 -> result' },
  { names: 'size length empty compare find find_first_of rfind count good eof fail is_open', flows: '' },
]
