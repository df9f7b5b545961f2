require 'nokogiri'
require 'libxml'
class ImportController < ApplicationController
#### weak
  def dom
    @doc = Nokogiri::XML(request.body.read) { |config| config.noent.dtdload }
  end
#### safe
  def dom
    @doc = Nokogiri::XML(request.body.read) { |config| config.strict.nonet }
  end
#### weak
  def feed
    @doc = Nokogiri::XML(params[:xml], nil, nil, Nokogiri::XML::ParseOptions::NOENT | Nokogiri::XML::ParseOptions::DTDLOAD)
  end
#### safe
  def feed
    @doc = Nokogiri::XML(params[:xml])
  end
#### weak
  def parse
    @doc = Nokogiri::XML::Document.parse(params[:xml], nil, 'UTF-8', Nokogiri::XML::ParseOptions::NOENT)
  end
#### safe
  def parse
    @doc = Nokogiri::XML::Document.parse(params[:xml])
  end
#### weak
  def load
    @doc = LibXML::XML::Parser.string(params[:xml], options: LibXML::XML::Parser::Options::NOENT).parse
  end
#### safe
  def load
    @doc = LibXML::XML::Parser.string(params[:xml]).parse
  end
#### end
end
