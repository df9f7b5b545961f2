/**
 * Names of the kinds that attackers publish under: some were reported over the years, others are slips of our own making like
 * them. Written after the rules for names were settled; nothing was fitted to them.
 */
export const SQUATS: Readonly<Record<string, readonly string[]>> = {
  npm: (
    'crossenv cross-env.js d3.js fabric-js ffmepg gruntcli http-proxy.js jquery.js mongose mssql.js mysqljs node-fabric node-opencv ' +
    'node-opensl nodecaffe nodefabric nodeffmpeg nodemailer-js nodemailer.js noderequest nodesass nodesqlite opencv.js proxy.js ' +
    'shadowsock sqlite.js sqliter sqlserver babelcli discordi.js electorn loadyaml lodashs twilio-npm discord.dll jdb.js ' +
    'typescript-js react-dom-js momnet momen expres exprss reqeust requets axos axioss loadsh lodas lodahs chalkk chalk-next ' +
    'colour-js colors-2.0 nodemn nodmeon dotnev dot-env webpackk ethres ether.js web3-js puppeter pupeteer puppetter ' +
    'typscript typescirpt eslnt prettierr commnader comander yrags minmist bable-core discord-js.js reactt raect vuejs-js'
  ).split(' '),
  PyPI: (
    'acqusition bzip crypt django-server setup-tools telnet urlib3 urllib colourama djanga diango dajngo djago easyinstall ' +
    'python3-dateutil jeilyfish python-mysql python-openssl matplatlib-plus pyscrapy reqeusts requessts requesst reqests ' +
    'beautifulsup4 beautifulsoop pandsa panads numppy nunpy tensorfllow tesnorflow scikitlearn-py pytoch pytorchh selemium ' +
    'seleniumm flaskk flsak colorma coloramma pilow pillows cryptograpy cryptographyy opencv-pyton pyhton-dateutil ' +
    'discordpy-self aiohtpp aiohttps fastap fastapii uvicron sqlachemy sqlalchmey pyyamll pyaml-yaml openaii opena'
  ).split(' '),
}
