def negated
  x = source()
  x = '/' if !x.start_with?('/') || x.start_with?('//') || x.include?('\\')
  sink(x)
end

def half
  x = source()
  x = '/' if !x.start_with?('/') || x.start_with?('//')
  sink(x) # found
end
