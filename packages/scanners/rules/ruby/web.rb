class PagesController < ApplicationController
  def bold(text)
    # ruleid: ruby-request-to-page
    "<b>#{text}</b>".html_safe
  end

  def show
    name = params[:name]
    # ruleid: ruby-request-to-page
    title = raw("<h1>#{name}</h1>")
    # ruleid: ruby-request-to-page
    render html: "<p>#{cookies[:hint]}</p>".html_safe
    bold(params[:text])
    # ok: ruby-request-to-page
    raw("<h1>#{ERB::Util.html_escape(name)}</h1>")
    # ok: ruby-request-to-page
    '<br>'.html_safe
    # ok: ruby-request-to-page
    render json: { name: name }
    # ok: ruby-request-to-page
    raw(sanitize(name))
  end

  def leave
    # ruleid: ruby-request-to-redirect
    redirect_to params[:next]
    target = params[:return_to] || '/'
    # ruleid: ruby-request-to-redirect
    redirect_to(target, allow_other_host: true)
    away(request.referer)
    # ok: ruby-request-to-redirect
    redirect_to root_path
    # ok: ruby-request-to-redirect
    redirect_to page_path(params[:id])
    # ok: ruby-request-to-redirect
    redirect_to "/pages/#{params[:id]}"
    # ok: ruby-request-to-redirect
    redirect_to(url_from(params[:next]) || root_path)
    # ok: ruby-request-to-redirect
    redirect_to Page.find(params[:id])
  end

  def away(address)
    # ruleid: ruby-request-to-redirect
    redirect_to address
  end

  def download
    name = params[:file]
    # ruleid: ruby-request-to-path
    send_file("/srv/files/#{name}")
    # ruleid: ruby-request-to-path
    text = File.read(File.join('/srv/files', name))
    # ruleid: ruby-request-to-path
    File.delete('/srv/files/' + params[:old])
    # ruleid: ruby-request-to-path
    FileUtils.rm_rf(Rails.root.join('tmp', params[:folder]))
    # ruleid: ruby-request-to-path
    render file: params[:page]
    read(name)
    # ok: ruby-request-to-path
    send_file("/srv/files/#{File.basename(name)}")
    # ok: ruby-request-to-path
    send_file('/srv/files/a.pdf', filename: name)
    # ok: ruby-request-to-path
    File.read("/srv/files/#{params[:id].to_i}.txt")
    # ok: ruby-request-to-path
    File.write('/srv/last', name)
    path = File.expand_path(name, '/srv/files')
    raise 'outside' unless path.start_with?('/srv/files/')
    # ok: ruby-request-to-path
    File.open(path)
  end

  def read(file)
    # ruleid: ruby-request-to-path
    File.readlines(file)
  end

  def upload(file)
    # ruleid: ruby-upload-keeps-its-name
    File.open(Rails.root.join('uploads', file.original_filename), 'wb') { |io| io.write(file.read) }
    # ruleid: ruby-upload-keeps-its-name
    path = "uploads/#{file.original_filename}"; FileUtils.mv(file.tempfile.path, path)
    keep(file.original_filename)
    # ok: ruby-upload-keeps-its-name
    File.binwrite("uploads/#{SecureRandom.uuid}.png", file.read)
    # ok: ruby-upload-keeps-its-name
    File.binwrite("uploads/#{SecureRandom.uuid}#{File.extname(file.original_filename)}", file.read)
  end

  def keep(name)
    # ruleid: ruby-upload-keeps-its-name
    File.write("uploads/#{name}", 'x')
  end

  def fetch_page
    url = params[:url]
    # ruleid: ruby-request-to-network
    a = Net::HTTP.get(URI(url))
    # ruleid: ruby-request-to-network
    b = HTTParty.get("https://#{params[:host]}/status")
    # ruleid: ruby-request-to-network
    c = URI.open(url)
    # ruleid: ruby-request-to-network
    d = URI.parse(url).read
    remote(url)
    # ok: ruby-request-to-network
    e = Net::HTTP.get(URI("https://example.com/search?q=#{CGI.escape(url)}"))
    # ok: ruby-request-to-network
    f = HTTParty.post('https://example.com/', body: { url: url })
    # ok: ruby-request-to-network
    Faraday.get(SERVICES.fetch(:status))
  end

  def remote(address)
    # ruleid: ruby-request-to-network
    RestClient.get(address)
  end

  def search
    # ruleid: ruby-request-to-regex
    one = Regexp.new(params[:pattern])
    text = "^#{params[:start]}"
    # ruleid: ruby-request-to-regex
    two = Regexp.new(text, Regexp::IGNORECASE)
    matcher(params[:q])
    # ok: ruby-request-to-regex
    three = Regexp.new(Regexp.escape(params[:start]))
    # ok: ruby-request-to-regex
    Regexp.new('^a')
  end

  def matcher(text)
    # ruleid: ruby-request-to-regex
    Regexp.new(text)
  end
end

get '/hello' do
  # ruleid: ruby-request-to-page
  "<h1>Hello #{params[:name]}</h1>"
end

get '/safe' do
  # ok: ruby-request-to-page
  "<h1>Hello #{Rack::Utils.escape_html(params[:name])}</h1>"
end

class LooseFilesController < ApplicationController
  ROOT = '/srv/files'

  def show
    path = File.join(ROOT, params[:name])
    return unless path.start_with?(ROOT)
    # ruleid: ruby-request-to-path
    send_file path
  end

  def below
    path = File.expand_path(params[:name], ROOT)
    return unless path.start_with?("#{ROOT}/")
    # ok: ruby-request-to-path
    send_file path
  end

  def fetch
    address = URI.parse(params[:url])
    logger.warn('odd') unless %w[a.example].include?(address.host)
    # ruleid: ruby-request-to-network
    Net::HTTP.get(address)
    return head(400) unless %w[a.example].include?(address.host)
    # ok: ruby-request-to-network
    Net::HTTP.get(address)
  end
end
