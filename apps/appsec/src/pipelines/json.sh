# The leaves of a JSON document in the file $1, one a line: where it stands, a tab, the value. Strings keep their escapes, so
# that a value is one line and says nothing to a terminal. The document is cut at its quotes, once.
flat_json() {
  LC_ALL=C awk '
    function place(  i, path) {
      path = ""
      for (i = 1; i <= depth; i++) path = path (i > 1 ? "." : "") (kind[i] == "[" ? count[i] : key[i])
      return path
    }
    function leaf(value) {
      gsub(/\177|\302[\200-\237]/, "?", value)
      print place() "\t" value
    }
    function literal() {
      if (word != "") leaf(word)
      word = ""
    }
    function between(text,  i, char) {
      for (i = 1; i <= length(text); i++) {
        char = substr(text, i, 1)
        if (char == "{" || char == "[") {
          kind[++depth] = char
          count[depth] = 0
          names = char == "{"
        } else if (char == "}" || char == "]") {
          literal()
          depth--
        } else if (char == ",") {
          literal()
          count[depth]++
          names = kind[depth] == "{"
        } else if (char == ":") {
          names = 0
        } else if (char !~ /[ \t\r\n]/) {
          word = word char
        }
      }
    }
    BEGIN { RS = "\"" }
    !quoted { between($0); quoted = 1; text = ""; next }
    {
      # A quote behind an odd number of backslashes ends no string.
      if (match($0, /\\+$/) && RLENGTH % 2 == 1) { text = text $0 "\""; next }
      text = text $0
      if (names) key[depth] = text
      else leaf(text)
      quoted = 0
    }
  ' "$1"
}

# The value at the place $2 of what flat_json wrote to the file $1; nothing where there is none.
value_at() {
  LC_ALL=C awk -v want="$2" -F '\t' '$1 == want { print substr($0, length(want) + 2); exit }' "$1"
}
