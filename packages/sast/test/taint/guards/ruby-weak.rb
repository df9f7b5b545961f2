class W
  LIST = %w[a b].freeze
  OPEN = %w[a]
  def teach
    OPEN << source()
  end
  def a
    x = source()
    return unless OPEN.include?(x)
    sink(x) # found
  end
  def b
    x = source()
    y = source()
    return unless LIST.include?(y)
    sink(x) # found
    sink(y)
  end
  def c
    x = source()
    return unless LIST.include?(x)
    x = source()
    sink(x) # found
  end
  def d
    x = source()
    return unless x.match?(/\A[a-z]+$/)
    sink(x) # found
  end
  def e
    x = source()
    return unless x.match?(/^[a-z]+\z/)
    sink(x) # found
  end
  def f
    x = source()
    return unless x.match?(/\A[A-z]+\z/)
    sink(x) # found
  end
  def g
    x = source()
    sink(x.sub(/[^a-z]/, '')) # found
    sink(x.gsub(/[^a-z]/, ''))
  end
  def h
    x = source()
    return unless x.is_a?(String)
    sink(x) # found
  end
  def i
    x = source()
    begin
      raise ArgumentError unless LIST.include?(x)
    rescue ArgumentError
      puts x
    end
    sink(x) # found
  end
  def j
    x = source()
    redirect_to("/") unless LIST.include?(x)
    sink(x) # found
  end
  def k
    x = source()
    return redirect_to("/") unless LIST.include?(x)
    sink(x)
  end
  def l
    x = source()
    allowed = source().split(",")
    return unless allowed.include?(x)
    sink(x) # found
  end
  def m
    x = source()
    return unless LIST.include?(x.split(",").first)
    sink(x) # found
  end
  def n
    x = source()
    return unless LIST.any? { |one| x.include?(one) }
    sink(x) # found
  end
  def o
    x = source()
    return unless LIST.any? { |one| one == x }
    sink(x)
  end
  def p
    x = source()
    return unless x.split(",").all? { |one| LIST.include?(one) }
    sink(x)
  end
  def q
    x = source()
    return unless x.split(";").all? { |one| one.match?(/\A\w+\z/) }
    sink(x) # found
  end
  def ok?(x)
    LIST.include?(x)
    true
  end
  def r
    x = source()
    return unless ok?(x)
    sink(x) # found
  end
  def s
    x = source()
    case x
    when String
      sink(x) # found
    end
    case x
    when /\A[a-z]+\z/
      sink(x)
    when /[a-z]/
      sink(x) # found
    end
  end
  def t
    x = source()
    return unless LIST.include?(x) || admin?
    sink(x) # found
  end
  def u
    x = source()
    Integer(x) rescue nil
    sink(x) # found
  end
  def v
    x = source()
    return unless x.match?(/\A[a-z0-9]+\z/)
    sink(Base64.decode64(x)) # found
    sink(x)
  end
  def w
    x = source()
    -> { raise ArgumentError unless LIST.include?(x) }
    sink(x) # found
  end
  def y
    h = source()
    return unless LIST.include?(h[:a])
    sink(h[:b]) # found
    sink(h[:a])
  end
end
