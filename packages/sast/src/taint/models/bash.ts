import type { ModelRow } from './model.ts'

/**
 * What commands write of what they are given: `this` is what they read from standard input.
 * Of those that are not here only what they read comes out: what they are given are mostly names and options.
 */
export const BASH: readonly ModelRow[] = [
  {
    names: 'cat() tac() tee() nl() sponge() pv() rev() fold() fmt() unexpand() expand() iconv()',
    flows: 'this -> result',
  },
  {
    names:
      'grep() egrep() fgrep() rg() sed() awk() gawk() mawk() tr() cut() head() tail() sort() uniq() column() paste() comm() join() jq() yq() xmllint() base64() gunzip() zcat() gzip() xxd() hexdump() od() strings() envsubst()',
    flows: 'this -> result, args -> result',
  },
  // They run what they read, and what they write may be of it.
  {
    names:
      'bash() sh() zsh() dash() ksh() ssh() psql() mysql() mariadb() sqlite3() node() php() ruby() perl() python() python3() at() crontab()',
    flows: 'this -> result',
  },
  { names: '*()', flows: 'this -> result' },
  { names: 'read() mapfile()', flows: 'this -> result' },
  // What these write is of somewhere else, or says nothing of what they are given.
  {
    names:
      'curl() wget() fetch() http() nc() ncat() socat() ls() find() stat() du() df() wc() date() id() whoami() hostname() uname() ps() pgrep() md5sum() sha1sum() sha256sum() sha512sum() cksum() b2sum() mktemp() test() seq() sleep() kill() rm() mv() cp() mkdir() rmdir() touch() chmod() chown() ln() install() tar() unzip() git() docker() kubectl() systemctl() service() apt() apt-get() yum() npm() pip() make() scp() rsync() mail() logger() type() which() hash() tput() stty() openssl() gpg() dig() host() nslookup() ping() diff() cmp() file() eval() source() .() aws() gcloud()',
    flows: '',
  },
  {
    names:
      'basename() dirname() realpath() readlink() expr() urldecode() url_decode() uridecode() tolower() toupper() xargs() env() sudo() command() timeout() nice()',
    flows: 'args -> result',
  },
]
