class App
  def call(env)
    request = Rack::Request.new(env)
    # ruleid: ruby-command-injection
    system("show #{request.params['name']}")
    req = Rack::Request.new(env)
    # ruleid: ruby-command-injection
    system("show #{req.GET['name']}")
    query = Rack::Utils.parse_query(env['QUERY_STRING'])
    # ruleid: ruby-command-injection
    system("show #{query['name']}")
    # ok: ruby-command-injection
    system("show #{env['SERVER_NAME']}")
    [200, {}, []]
  end
end

class Files < WEBrick::HTTPServlet::AbstractServlet
  def do_GET(request, response)
    # ruleid: ruby-command-injection
    system("show #{request.query['name']}")
  end
end

def lambda_handler(event:, context:)
  # ruleid: ruby-command-injection
  system("show #{event['queryStringParameters']['name']}")
  body = JSON.parse(event['body'])
  # ruleid: ruby-command-injection
  system("show #{body['name']}")
end
