class G
  LIST = %w[a b].freeze
  MAP = { "a" => "x" }.freeze
  def a
    x = source()
    x = LIST.first unless LIST.include?(x)
    sink(x)
  end
  def b
    x = source()
    return unless x.in?(LIST)
    sink(x)
  end
  def c
    x = source()
    return unless x =~ /\A[a-z]+\z/
    sink(x)
  end
  def d
    x = source()
    return unless x =~ /^[a-z]+$/
    sink(x) # found
  end
  def e
    x = source()
    sink(LIST.include?(x) ? x : 'a')
    sink(MAP.fetch(x, 'z'))
    sink(MAP[x])
  end
  def f
    x = source()
    case x
    when 'a', 'b' then sink(x)
    else
      sink(x) # found
    end
  end
  def g
    x = source()
    raise ArgumentError unless LIST.include?(x)
    sink(x)
  end
  def h
    x = source()
    raise ArgumentError unless x.match?(/\A\w+\z/)
    sink(x)
  end
  def i
    x = source()
    puts x unless LIST.include?(x)
    sink(x) # found
  end
  def allowed?(x)
    LIST.include?(x)
  end
  def j
    x = source()
    return unless allowed?(x)
    sink(x)
  end
  def k
    x = source()
    return unless MAP.key?(x)
    sink(x)
  end
  def l
    x = source()
    Integer(x)
    sink(x)
  end
  def m
    x = source()
    return unless x.start_with?("a")
    sink(x) # found
  end
end
