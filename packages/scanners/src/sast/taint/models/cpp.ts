import type { ModelRow } from './model.ts'

/** What the standard libraries of C and C++ do. What writes into its arguments says so here: no code of it is read. */
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
  { names: 'std.make_pair', flows: '0 -> result.first, 1 -> result.second' },
  { names: 'std.pair', flows: '0 -> result.first, 1 -> result.second' },
  {
    names: 'insert insert_or_assign emplace try_emplace',
    on: 'map unordered_map multimap unordered_multimap',
    flows: '0.1 -> this.*, 0.second -> this.*, 1 -> this.@0',
  },
  { names: 'append assign insert push_back emplace_back replace push emplace', flows: 'args -> this, this -> result' },
  {
    names: 'find lower_bound upper_bound begin end cbegin cend rbegin',
    on: 'map unordered_map multimap unordered_multimap',
    flows: 'this.* -> result.second, this.* -> result.*.second, this -> result',
  },
  {
    names: 'find lower_bound upper_bound',
    on: 'set unordered_set multiset unordered_multiset',
    flows: 'this -> result, this.* -> result',
  },
  { names: 'at', flows: 'this.@0 -> result' },
  { names: 'size length empty compare find find_first_of rfind count good eof fail is_open', flows: '' },
]
