locals {
  closed = false
  team   = "finance"
}
