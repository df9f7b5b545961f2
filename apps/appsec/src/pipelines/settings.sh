# Whether $1 can stand in a line of curl's configuration as an address: no quotes, blanks, names or passwords.
is_address() {
  case $1 in
    http://?* | https://?*) ;;
    *) return 1 ;;
  esac
  case $1 in
    *[!A-Za-z0-9:/._~%\[\]-]*) return 1 ;;
  esac
}

# Whether the key is one, and no word of a pipeline that was never set. It is read here and where it is sent, printed nowhere.
has_key() {
  case ${GATEHOUSE_API_KEY:-} in
    '' | *[!A-Za-z0-9._~+/=-]*) return 1 ;;
  esac
}
