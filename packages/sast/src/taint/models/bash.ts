import type { ModelRow } from './model.ts'

/**
 * Output of commands, by their input and arguments: `this` is the standard input. A command without a model outputs only its input: its
 * arguments are usually names and options.
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
  // They run their input, and their output may depend on it.
  {
    names:
      'bash() sh() zsh() dash() ksh() ssh() psql() mysql() mariadb() sqlite3() node() php() ruby() perl() python() python3() at() crontab()',
    flows: 'this -> result',
  },
  { names: '*()', flows: 'this -> result' },
  { names: 'read() mapfile()', flows: 'this -> result' },
  // Their output comes from elsewhere, or does not depend on their arguments.
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
