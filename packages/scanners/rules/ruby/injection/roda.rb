class App < Roda
  route do |r|
    r.on 'files', String do |name|
      # ruleid: ruby-request-to-command
      system("show #{name}")
      r.is do
        # ruleid: ruby-request-to-command
        system("show #{r.params['name']}")
      end
    end
    r.get 'all' do
      # ok: ruby-request-to-command
      system("show #{opts[:folder]}")
    end
  end
end
