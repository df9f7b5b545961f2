locals {
  closed = true
  team   = "finance"
}
