class PagesController < ApplicationController
  def bold(text)
    # ruleid: ruby-xss
    "<b>#{text}</b>".html_safe
  end

  def show
    name = params[:name]
    # ruleid: ruby-xss
    title = raw("<h1>#{name}</h1>")
    # ruleid: ruby-xss
    render html: "<p>#{cookies[:hint]}</p>".html_safe
    bold(params[:text])
    # ok: ruby-xss
    raw("<h1>#{ERB::Util.html_escape(name)}</h1>")
    # ok: ruby-xss
    '<br>'.html_safe
    # ok: ruby-xss
    render json: { name: name }
    # ok: ruby-xss
    raw(sanitize(name))
  end

  def leave
    # ruleid: ruby-open-redirect
    redirect_to params[:next]
    target = params[:return_to] || '/'
    # ruleid: ruby-open-redirect
    redirect_to(target, allow_other_host: true)
    away(request.referer)
    # ok: ruby-open-redirect
    redirect_to root_path
    # ok: ruby-open-redirect
    redirect_to page_path(params[:id])
    # ok: ruby-open-redirect
    redirect_to "/pages/#{params[:id]}"
    # ok: ruby-open-redirect
    redirect_to(url_from(params[:next]) || root_path)
    # ok: ruby-open-redirect
    redirect_to Page.find(params[:id])
  end

  def away(address)
    # ruleid: ruby-open-redirect
    redirect_to address
  end

  def download
    name = params[:file]
    # ruleid: ruby-path-traversal
    send_file("/srv/files/#{name}")
    # ruleid: ruby-path-traversal
    text = File.read(File.join('/srv/files', name))
    # ruleid: ruby-path-traversal
    File.delete('/srv/files/' + params[:old])
    # ruleid: ruby-path-traversal
    FileUtils.rm_rf(Rails.root.join('tmp', params[:folder]))
    # ruleid: ruby-path-traversal
    render file: params[:page]
    read(name)
    # ok: ruby-path-traversal
    send_file("/srv/files/#{File.basename(name)}")
    # ok: ruby-path-traversal
    send_file('/srv/files/a.pdf', filename: name)
    # ok: ruby-path-traversal
    File.read("/srv/files/#{params[:id].to_i}.txt")
    # ok: ruby-path-traversal
    File.write('/srv/last', name)
    path = File.expand_path(name, '/srv/files')
    raise 'outside' unless path.start_with?('/srv/files/')
    # ok: ruby-path-traversal
    File.open(path)
  end

  def read(file)
    # ruleid: ruby-path-traversal
    File.readlines(file)
  end

  def upload(file)
    # ruleid: ruby-unrestricted-upload
    File.open(Rails.root.join('uploads', file.original_filename), 'wb') { |io| io.write(file.read) }
    # ruleid: ruby-unrestricted-upload
    path = "uploads/#{file.original_filename}"; FileUtils.mv(file.tempfile.path, path)
    keep(file.original_filename)
    # ok: ruby-unrestricted-upload
    File.binwrite("uploads/#{SecureRandom.uuid}.png", file.read)
    # ok: ruby-unrestricted-upload
    File.binwrite("uploads/#{SecureRandom.uuid}#{File.extname(file.original_filename)}", file.read)
  end

  def keep(name)
    # ruleid: ruby-unrestricted-upload
    File.write("uploads/#{name}", 'x')
  end

  def fetch_page
    url = params[:url]
    # ruleid: ruby-ssrf
    a = Net::HTTP.get(URI(url))
    # ruleid: ruby-ssrf
    b = HTTParty.get("https://#{params[:host]}/status")
    # ruleid: ruby-ssrf
    c = URI.open(url)
    # ruleid: ruby-ssrf
    d = URI.parse(url).read
    remote(url)
    # ok: ruby-ssrf
    e = Net::HTTP.get(URI("https://example.com/search?q=#{CGI.escape(url)}"))
    # ok: ruby-ssrf
    f = HTTParty.post('https://example.com/', body: { url: url })
    # ok: ruby-ssrf
    Faraday.get(SERVICES.fetch(:status))
  end

  def remote(address)
    # ruleid: ruby-ssrf
    RestClient.get(address)
  end

  def search
    # ruleid: ruby-regex-injection
    one = Regexp.new(params[:pattern])
    text = "^#{params[:start]}"
    # ruleid: ruby-regex-injection
    two = Regexp.new(text, Regexp::IGNORECASE)
    matcher(params[:q])
    # ok: ruby-regex-injection
    three = Regexp.new(Regexp.escape(params[:start]))
    # ok: ruby-regex-injection
    Regexp.new('^a')
  end

  def matcher(text)
    # ruleid: ruby-regex-injection
    Regexp.new(text)
  end
end

get '/hello' do
  # ruleid: ruby-xss
  "<h1>Hello #{params[:name]}</h1>"
end

get '/safe' do
  # ok: ruby-xss
  "<h1>Hello #{Rack::Utils.escape_html(params[:name])}</h1>"
end

class LooseFilesController < ApplicationController
  ROOT = '/srv/files'

  def show
    path = File.join(ROOT, params[:name])
    return unless path.start_with?(ROOT)
    # ruleid: ruby-path-traversal
    send_file path
  end

  def below
    path = File.expand_path(params[:name], ROOT)
    return unless path.start_with?("#{ROOT}/")
    # ok: ruby-path-traversal
    send_file path
  end

  def fetch
    address = URI.parse(params[:url])
    logger.warn('odd') unless %w[a.example].include?(address.host)
    # ruleid: ruby-ssrf
    Net::HTTP.get(address)
    return head(400) unless %w[a.example].include?(address.host)
    # ok: ruby-ssrf
    Net::HTTP.get(address)
  end
end
