class Files < Grape::API
  get ':name' do
    # ruleid: ruby-command-injection
    system("show #{params[:name]}")
    # ruleid: ruby-command-injection
    system("show #{declared(params)[:name]}")
  end
end

class Messages < ApplicationCable::Channel
  def speak(data)
    # ruleid: ruby-command-injection
    system("show #{data['name']}")
  end
end

class Show < Mutations::BaseMutation
  def resolve(name:, page: 1)
    # ruleid: ruby-command-injection
    system("show #{name}")
  end
end
