import type { ModelRow } from './model.ts'

export const RUBY: readonly ModelRow[] = [
  { names: 'push append unshift add prepend', flows: 'args -> this.*, this -> result' },
  { names: 'store []=', flows: '1 -> this.@0' },
  { names: '<<', flows: '0 -> this.*, 0 -> this, this -> result' },
  { names: 'concat', flows: '0 -> this, this -> result, 0 -> result' },
  { names: 'fetch dig', flows: 'this.@0 -> result, 1 -> result' },
  { names: 'merge merge! update', flows: '0 -> this, 0 -> result, this -> result' },
  { names: 'pop shift first last sample', flows: 'this.* -> result' },
  { names: 'each each_with_index each_value reverse_each times', flows: 'this.* -> 0(0), this -> result' },
  { names: 'each_pair', flows: 'this.* -> 0(1), this -> result' },
  { names: 'map collect flat_map each_with_object filter_map', flows: 'this.* -> 0(0), 0() -> result.*' },
  { names: 'select filter reject sort_by', flows: 'this.* -> 0(0), this -> result' },
  { names: 'find detect', flows: 'this.* -> 0(0), this.* -> result' },
  { names: 'reduce inject', flows: 'this.* -> 0(1), this.* -> 0(0), 0() -> 0(0), 0() -> result' },
  { names: 'tap then yield_self', flows: 'this -> 0(0), 0() -> result, this -> result' },
  { names: 'join', flows: 'this.* -> result, args -> result' },
  {
    names:
      'to_i to_f length size count empty? nil? blank? present? include? start_with? end_with? match? key? has_key? is_a? respond_to? eql? any? all? none? hash object_id',
    flows: '',
  },
  { names: 'Integer() Float()', flows: '' },
  // Class methods of Rails models, even if the tree defines methods with such names.
  {
    names:
      'table_name quoted_table_name table_name_prefix table_name_suffix primary_key column_names model_name human_attribute_name',
    flows: '',
  },
  { names: 'format() sprintf() String() Array() File.join', flows: 'args -> result' },
]
