import type { ModelRow } from './model.ts'

export const CSHARP: readonly ModelRow[] = [
  { names: 'Append AppendLine AppendFormat Insert', flows: 'args -> this, args -> result, this -> result' },
  { names: 'Push Enqueue AddLast AddFirst', flows: 'args -> this.*' },
  { names: 'Add TryAdd', flows: '0 -> this.*, 1 -> this.@0' },
  { names: 'AddRange UnionWith', flows: '0.* -> this.*, 0 -> this.*' },
  { names: 'AddWithValue', flows: '' },
  {
    names: 'Pop Dequeue Peek First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt Find',
    flows: 'this.* -> 0(0), this.* -> result',
  },
  { names: 'TryGetValue', flows: 'this.@0 -> 1' },
  { names: 'Select SelectMany', flows: 'this.* -> 0(0), 0() -> result.*' },
  {
    names: 'Where OrderBy OrderByDescending Skip Take ToList ToArray AsEnumerable Distinct Reverse',
    flows: 'this.* -> 0(0), this -> result',
  },
  { names: 'ForEach', flows: 'this.* -> 0(0)' },
  {
    names: 'Aggregate',
    flows: 'this.* -> 0(0), this.* -> 0(1), 0() -> result, this.* -> 1(1), 0 -> 1(0), 1() -> result',
  },
  { names: 'ContinueWith', flows: 'this -> 0(0), 0() -> result' },
  { names: 'Any All Contains ContainsKey StartsWith EndsWith Equals IndexOf Count CompareTo GetHashCode', flows: '' },
  {
    names:
      'int.Parse long.Parse double.Parse decimal.Parse bool.Parse Guid.Parse Guid.NewGuid Convert.ToInt32 Convert.ToInt64 Convert.ToDouble Convert.ToBoolean Int32.Parse Int64.Parse string.IsNullOrEmpty string.IsNullOrWhiteSpace String.IsNullOrEmpty String.IsNullOrWhiteSpace Regex.IsMatch File.Exists',
    flows: '',
  },
  { names: 'int.TryParse long.TryParse Guid.TryParse double.TryParse bool.TryParse', flows: '' },
  {
    names:
      'string.Format string.Concat string.Join String.Format String.Concat String.Join Path.Combine Path.GetFullPath Convert.ToString',
    flows: 'args -> result, 1.* -> result',
  },
  { names: 'Task.FromResult Task.Run Task.WhenAll', flows: 'args -> result, 0() -> result' },
]
