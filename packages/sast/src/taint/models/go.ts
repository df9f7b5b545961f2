import type { ModelRow } from './model.ts'

export const GO: readonly ModelRow[] = [
  { names: 'append()', flows: '0 -> result, 1 -> result.*, 2 -> result.*, 3 -> result.*, 4 -> result.*' },
  { names: 'copy()', flows: '1 -> 0' },
  { names: 'len() cap() delete() close() panic() print() println() new()', flows: '' },
  { names: 'string() min() max()', flows: 'args -> result' },
  {
    names:
      'strconv.Atoi strconv.ParseInt strconv.ParseUint strconv.ParseFloat strconv.ParseBool uuid.Parse strings.Contains strings.HasPrefix strings.HasSuffix strings.Index strings.Count strings.EqualFold len.len time.Now time.Since',
    flows: '',
  },
  {
    names:
      'fmt.Sprintf fmt.Sprint fmt.Sprintln fmt.Errorf strings.Join strings.Replace strings.ReplaceAll path.Join filepath.Join filepath.Clean',
    flows: 'args -> result',
  },
  { names: 'fmt.Fprintf fmt.Fprint fmt.Fprintln io.WriteString', flows: '1 -> 0, 2 -> 0, 3 -> 0, 4 -> 0' },
  { names: 'io.Copy', flows: '1 -> 0' },
  { names: 'io.ReadAll ioutil.ReadAll bufio.NewReader bufio.NewScanner', flows: '0 -> result' },
  { names: 'json.Unmarshal xml.Unmarshal yaml.Unmarshal', flows: '0 -> 1' },
  {
    names: 'Decode Scan Bind ShouldBind ShouldBindJSON BindJSON ReadJSON BodyParser',
    flows: 'this -> 0, this -> 1, this -> 2',
  },
  { names: 'WriteString Write WriteByte WriteRune', flows: 'args -> this' },
  { names: 'Set Add Store', flows: '1 -> this.@0' },
  { names: 'Load', flows: 'this.@0 -> result' },
  { names: 'Do', flows: 'this -> 0(0)' },
]
