class App < Roda
  route do |r|
    r.on 'files', String do |name|
      # ruleid: ruby-command-injection
      system("show #{name}")
      r.is do
        # ruleid: ruby-command-injection
        system("show #{r.params['name']}")
      end
    end
    r.get 'all' do
      # ok: ruby-command-injection
      system("show #{opts[:folder]}")
    end
  end
end
