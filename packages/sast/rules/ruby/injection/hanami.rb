module Web
  class Show < Web::Action
    def handle(request, response)
      # ruleid: ruby-command-injection
      system("show #{request.params[:name]}")
    end
  end

  class Old
    include Web::Action

    def call(params)
      # ruleid: ruby-command-injection
      system("show #{params[:name]}")
    end
  end
end
