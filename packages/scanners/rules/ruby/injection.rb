class ArchivesController < ApplicationController
  def pack(folder)
    # ruleid: ruby-request-to-command
    system("tar -cf out.tar #{folder}")
  end

  def create
    name = params[:name]
    # ruleid: ruby-request-to-command
    files = `ls #{name}`
    # ruleid: ruby-request-to-command
    exec('rm ' + cookies[:folder])
    # ruleid: ruby-request-to-command
    Open3.capture2("wc -l #{params.require(:file)}")
    # ruleid: ruby-request-to-command
    IO.popen("cat #{request.headers['X-File']}")
    pack(params[:folder])
    # ok: ruby-request-to-command
    system('tar', '-xf', name)
    # ok: ruby-request-to-command
    system("tar -xf #{Shellwords.escape(name)}")
    # ok: ruby-request-to-command
    system("kill #{params[:pid].to_i}")
    # ok: ruby-request-to-command
    IO.popen(['cat', name])
    return unless %w[day week].include?(name)
    # ok: ruby-request-to-command
    system("report #{name}")
  end

  def calculate
    formula = params[:formula]
    # ruleid: ruby-request-to-code
    eval(formula)
    # ruleid: ruby-request-to-code
    Report.new.instance_eval("value = #{formula}")
    # ruleid: ruby-request-to-code
    ERB.new("<b>#{params[:text]}</b>").result
    # ruleid: ruby-request-to-code
    render inline: "Hello #{params[:name]}"
    run_text(params[:code])
    # ok: ruby-request-to-code
    render inline: '<%= name %>', locals: { name: params[:name] }
    # ok: ruby-request-to-code
    eval('1 + 1')
    # ok: ruby-request-to-code
    eval("1 + #{formula.to_i}")
  end

  def run_text(text)
    # ruleid: ruby-request-to-code
    binding.eval(text)
  end

  def dispatch_action
    kind = params[:kind]
    # ruleid: ruby-request-to-method-name
    model = kind.constantize
    # ruleid: ruby-request-to-method-name
    user.send(params[:field])
    # ruleid: ruby-request-to-method-name
    Object.const_get(kind.classify).new
    ask(params[:ask])
    # ok: ruby-request-to-method-name
    user.send(:name, params[:field])
    # ok: ruby-request-to-method-name
    MODELS[kind].new
    if %w[name email].include?(kind)
      # ok: ruby-request-to-method-name
      user.public_send(kind)
    end
  end

  def ask(name)
    # ruleid: ruby-request-to-method-name
    user.public_send(name)
  end

  def state
    # ruleid: ruby-request-to-object
    one = Marshal.load(Base64.decode64(cookies[:state]))
    text = request.body.read
    # ruleid: ruby-request-to-object
    two = YAML.load(text)
    restore(params[:saved])
    # ok: ruby-request-to-object
    three = YAML.safe_load(text)
    # ok: ruby-request-to-object
    four = JSON.parse(text)
    # ok: ruby-request-to-object
    Marshal.load(File.binread('cache'))
  end

  def restore(saved)
    # ruleid: ruby-request-to-object
    Oj.load(saved)
  end

  def index
    name = params[:name]
    # ruleid: ruby-request-to-sql
    a = User.where("name = '#{name}'")
    # ruleid: ruby-request-to-sql
    b = User.order(params[:sort])
    # ruleid: ruby-request-to-sql
    c = User.find_by_sql("SELECT * FROM users WHERE name = '" + name + "'")
    # ruleid: ruby-request-to-sql
    ActiveRecord::Base.connection.execute("DELETE FROM users WHERE id = #{params[:id]}")
    # ruleid: ruby-request-to-sql
    query = "name LIKE '%#{name}%'"; d = current_user.pages.where(query)
    # ruleid: ruby-request-to-sql
    e = User.order(Arel.sql("#{params[:sort]} DESC"))
    by(params[:by])
    # ok: ruby-request-to-sql
    User.where('name = ?', name)
    # ok: ruby-request-to-sql
    User.where(name: name)
    # ok: ruby-request-to-sql
    User.where(['name = ?', name])
    # ok: ruby-request-to-sql
    User.where("id = #{name.to_i}")
    # ok: ruby-request-to-sql
    User.order(name: :desc)
    # ok: ruby-request-to-sql
    User.order(COLUMNS.include?(params[:sort]) ? :name : :date)
    # ok: ruby-request-to-sql
    User.where("name = #{User.connection.quote(name)}")
    # ok: ruby-request-to-sql
    db.exec_params('SELECT * FROM users WHERE id = $1', [name])
  end

  def by(column)
    # ruleid: ruby-request-to-sql
    User.group("lower(#{column})")
  end
end

class LooseController < ApplicationController
  def run
    name = params[:name]
    logger.warn('odd') unless %w[day week].include?(name)
    # ruleid: ruby-request-to-command
    system("report #{name}")
    return if %w[day week].include?(name)
    # ruleid: ruby-request-to-command
    system("report #{name}")
  end

  def other
    name = params[:name]
    return unless params[:names].include?(name)
    # ruleid: ruby-request-to-command
    system("report #{name}")
    kind = params[:kind]
    return unless %w[day week].include?(kind)
    # ruleid: ruby-request-to-command
    system("report #{name}")
    # ok: ruby-request-to-command
    system("report #{kind}")
  end
end
