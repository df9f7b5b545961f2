module Web
  class Show < Web::Action
    def handle(request, response)
      # ruleid: ruby-request-to-command
      system("show #{request.params[:name]}")
    end
  end

  class Old
    include Web::Action

    def call(params)
      # ruleid: ruby-request-to-command
      system("show #{params[:name]}")
    end
  end
end
