# Reads what `git cat-file --batch` writes, as od shows it, and writes requests of the service to the files $2.1, $2.2 and so
# on; prints how many. The file $1 holds the names, one a line, as git quotes them; $3 is the list of severities as JSON.
# All bytes arrive as they are: a text as `content`, whatever is no UTF-8 as `contentBase64`. Only ASCII is written, so that no
# locale and no awk has a say in it.
encode_requests() {
  LC_ALL=C awk -v names="$1" -v target="$2" -v severities="$3" -v bytes_max="$BATCH_BYTES" -v files_max="$BATCH_FILES" '
    BEGIN {
      for (i = 0; i < 256; i++) {
        hex = sprintf("%02x", i)
        byte[hex] = i
        hexOf[i] = hex
        if (i > 31 && i < 127) {
          shown[hex] = sprintf("%c", i)
          codeOf[shown[hex]] = i
        } else if (i < 128) shown[hex] = sprintf("\\u%04x", i)
      }
      shown["22"] = "\\\""
      shown["5c"] = "\\\\"
      shown["0a"] = "\\n"
      for (i = 0; i < 64; i++) {
        letter[i] = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", i + 1, 1)
      }
      power[0] = 1
      for (i = 1; i < 16; i++) power[i] = power[i - 1] * 2
      escape["a"] = 7; escape["b"] = 8; escape["t"] = 9; escape["n"] = 10
      escape["v"] = 11; escape["f"] = 12; escape["r"] = 13
      reading = "head"
      head = ""
    }

    # One byte more of a text. Sets `wrong` where the bytes are no UTF-8.
    function take(hex,  value) {
      value = byte[hex]
      if (need == 0 && value < 128) {
        piece = piece shown[hex]
        return
      }
      if (need == 0) {
        low = 128; high = 191
        if (value >= 194 && value <= 223) { need = 1; point = value - 192 }
        else if (value >= 224 && value <= 239) {
          need = 2; point = value - 224
          if (value == 224) low = 160
          if (value == 237) high = 159
        } else if (value >= 240 && value <= 244) {
          need = 3; point = value - 240
          if (value == 240) low = 144
          if (value == 244) high = 143
        } else wrong = 1
        return
      }
      if (value < low || value > high) wrong = 1
      low = 128; high = 191
      point = point * 64 + value - 128
      if (--need > 0) return
      if (point < 65536) piece = piece sprintf("\\u%04x", point)
      else {
        point -= 65536
        piece = piece sprintf("\\u%04x\\u%04x", 55296 + int(point / 1024), 56320 + point % 1024)
      }
    }

    function begin() {
      need = 0; wrong = 0; piece = ""; raw = ""; pieces = 0; raws = 0; length_now = 0
    }

    function flush() {
      textOf[++pieces] = piece
      length_now += length(piece)
      piece = ""
      rawOf[++raws] = raw
      raw = ""
    }

    # The name of a file as JSON, from how git shows it. Bytes that are no UTF-8 are shown with percent signs.
    function name(quoted,  i, char, next_char, count, codes, text) {
      count = 0
      if (substr(quoted, 1, 1) != "\"") {
        for (i = 1; i <= length(quoted); i++) codes[++count] = codeOf[substr(quoted, i, 1)]
      } else {
        for (i = 2; i < length(quoted); i++) {
          char = substr(quoted, i, 1)
          if (char != "\\") { codes[++count] = codeOf[char]; continue }
          next_char = substr(quoted, ++i, 1)
          if (next_char ~ /[0-7]/) {
            codes[++count] = next_char * 64 + substr(quoted, i + 1, 1) * 8 + substr(quoted, i + 2, 1)
            i += 2
          } else codes[++count] = (next_char in escape) ? escape[next_char] : codeOf[next_char]
        }
      }
      begin()
      for (i = 1; i <= count; i++) take(hexOf[codes[i]])
      if (!wrong && need == 0) return piece
      text = ""
      for (i = 1; i <= count; i++) {
        text = text (codes[i] < 128 ? shown[hexOf[codes[i]]] : sprintf("%%%02X", codes[i]))
      }
      return text
    }

    function base64(  i, j, count, parts, held, bits, line) {
      held = 0; bits = 0
      for (i = 1; i <= raws; i++) {
        count = split(rawOf[i], parts, " ")
        line = ""
        for (j = 1; j <= count; j++) {
          held = held * 256 + byte[parts[j]]
          bits += 8
          while (bits >= 6) {
            bits -= 6
            line = line letter[int(held / power[bits])]
            held %= power[bits]
          }
        }
        printf "%s", line > file
      }
      if (bits == 2) printf "%s==", letter[held * 16] > file
      if (bits == 4) printf "%s=", letter[held * 4] > file
    }

    function close_request() {
      if (file == "") return
      print "]}" > file
      close(file)
    }

    function write_file(  i) {
      flush()
      if (need > 0) wrong = 1
      if (file == "" || written >= files_max || bytes + length_now > bytes_max) {
        close_request()
        file = target "." (++requests)
        printf "{\"failOn\":[%s],\"files\":[", severities > file
        written = 0
        bytes = 0
      }
      printf "%s{\"path\":\"%s\",\"%s\":\"", written ? "," : "", path, wrong ? "contentBase64" : "content" > file
      if (wrong) base64()
      else for (i = 1; i <= pieces; i++) printf "%s", textOf[i] > file
      printf "\"}" > file
      written++
      bytes += length_now
    }

    # Most lines: nothing but ASCII, in the middle of a file.
    reading == "body" && left > NF && need == 0 && !/ [89a-f]/ {
      for (at = 1; at <= NF; at++) piece = piece shown[$at]
      raw = raw $0
      left -= NF
      flush()
      next
    }

    {
      for (at = 1; at <= NF; at++) {
        if (reading == "head") {
          if ($at != "0a") { head = head shown[$at]; continue }
          if (split(head, words, " ") != 3) { broken = 1; exit }
          left = words[3]
          head = ""
          if ((getline quoted < names) <= 0) { broken = 1; exit }
          path = name(quoted)
          begin()
          reading = left > 0 ? "body" : "end"
        } else if (reading == "body") {
          take($at)
          raw = raw $at " "
          if (length(raw) >= 48) flush()
          if (--left == 0) reading = "end"
        } else {
          write_file()
          reading = "head"
        }
      }
    }

    END {
      close_request()
      if (broken || reading != "head" || head != "") exit 3
      print requests + 0
    }
  '
}
