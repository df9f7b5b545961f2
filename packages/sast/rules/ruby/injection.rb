class ArchivesController < ApplicationController
  def pack(folder)
    # ruleid: ruby-command-injection
    system("tar -cf out.tar #{folder}")
  end

  def create
    name = params[:name]
    # ruleid: ruby-command-injection
    files = `ls #{name}`
    # ruleid: ruby-command-injection
    exec('rm ' + cookies[:folder])
    # ruleid: ruby-command-injection
    Open3.capture2("wc -l #{params.require(:file)}")
    # ruleid: ruby-command-injection
    IO.popen("cat #{request.headers['X-File']}")
    pack(params[:folder])
    # ok: ruby-command-injection
    system('tar', '-xf', name)
    # ok: ruby-command-injection
    system("tar -xf #{Shellwords.escape(name)}")
    # ok: ruby-command-injection
    system("kill #{params[:pid].to_i}")
    # ok: ruby-command-injection
    IO.popen(['cat', name])
    return unless %w[day week].include?(name)
    # ok: ruby-command-injection
    system("report #{name}")
  end

  def calculate
    formula = params[:formula]
    # ruleid: ruby-code-injection
    eval(formula)
    # ruleid: ruby-code-injection
    Report.new.instance_eval("value = #{formula}")
    # ruleid: ruby-code-injection
    ERB.new("<b>#{params[:text]}</b>").result
    # ruleid: ruby-code-injection
    render inline: "Hello #{params[:name]}"
    run_text(params[:code])
    # ok: ruby-code-injection
    render inline: '<%= name %>', locals: { name: params[:name] }
    # ok: ruby-code-injection
    eval('1 + 1')
    # ok: ruby-code-injection
    eval("1 + #{formula.to_i}")
  end

  def run_text(text)
    # ruleid: ruby-code-injection
    binding.eval(text)
  end

  def dispatch_action
    kind = params[:kind]
    # ruleid: ruby-unsafe-reflection
    model = kind.constantize
    # ruleid: ruby-unsafe-reflection
    user.send(params[:field])
    # ruleid: ruby-unsafe-reflection
    Object.const_get(kind.classify).new
    ask(params[:ask])
    # ok: ruby-unsafe-reflection
    user.send(:name, params[:field])
    # ok: ruby-unsafe-reflection
    MODELS[kind].new
    if %w[name email].include?(kind)
      # ok: ruby-unsafe-reflection
      user.public_send(kind)
    end
  end

  def ask(name)
    # ruleid: ruby-unsafe-reflection
    user.public_send(name)
  end

  def state
    # ruleid: ruby-insecure-deserialization
    one = Marshal.load(Base64.decode64(cookies[:state]))
    text = request.body.read
    # ruleid: ruby-insecure-deserialization
    two = YAML.load(text)
    restore(params[:saved])
    # ok: ruby-insecure-deserialization
    three = YAML.safe_load(text)
    # ok: ruby-insecure-deserialization
    four = JSON.parse(text)
    # ok: ruby-insecure-deserialization
    Marshal.load(File.binread('cache'))
  end

  def restore(saved)
    # ruleid: ruby-insecure-deserialization
    Oj.load(saved)
  end

  def index
    name = params[:name]
    # ruleid: ruby-sql-injection
    a = User.where("name = '#{name}'")
    # ruleid: ruby-sql-injection
    b = User.order(params[:sort])
    # ruleid: ruby-sql-injection
    c = User.find_by_sql("SELECT * FROM users WHERE name = '" + name + "'")
    # ruleid: ruby-sql-injection
    ActiveRecord::Base.connection.execute("DELETE FROM users WHERE id = #{params[:id]}")
    # ruleid: ruby-sql-injection
    query = "name LIKE '%#{name}%'"; d = current_user.pages.where(query)
    # ruleid: ruby-sql-injection
    e = User.order(Arel.sql("#{params[:sort]} DESC"))
    by(params[:by])
    # ok: ruby-sql-injection
    User.where('name = ?', name)
    # ok: ruby-sql-injection
    User.where(name: name)
    # ok: ruby-sql-injection
    User.where(['name = ?', name])
    # ok: ruby-sql-injection
    User.where("id = #{name.to_i}")
    # ok: ruby-sql-injection
    User.order(name: :desc)
    # ok: ruby-sql-injection
    User.order(COLUMNS.include?(params[:sort]) ? :name : :date)
    # ok: ruby-sql-injection
    User.where("name = #{User.connection.quote(name)}")
    # ok: ruby-sql-injection
    db.exec_params('SELECT * FROM users WHERE id = $1', [name])
  end

  def by(column)
    # ruleid: ruby-sql-injection
    User.group("lower(#{column})")
  end
end

class LooseController < ApplicationController
  def run
    name = params[:name]
    logger.warn('odd') unless %w[day week].include?(name)
    # ruleid: ruby-command-injection
    system("report #{name}")
    return if %w[day week].include?(name)
    # ruleid: ruby-command-injection
    system("report #{name}")
  end

  def other
    name = params[:name]
    return unless params[:names].include?(name)
    # ruleid: ruby-command-injection
    system("report #{name}")
    kind = params[:kind]
    return unless %w[day week].include?(kind)
    # ruleid: ruby-command-injection
    system("report #{name}")
    # ok: ruby-command-injection
    system("report #{kind}")
  end
end
