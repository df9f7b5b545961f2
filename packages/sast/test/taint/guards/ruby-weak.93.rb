def a
  x = source()
  return unless x.match?(/\A[a-z]+\Z/)
  sink(x) # found
end
def b
  x = source()
  return unless x.match?(/\A[a-z]+\z/)
  sink(x)
end
