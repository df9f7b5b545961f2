/** Well-known PyPI packages that impostors imitate. Written from general knowledge, not from download counts. */
export const PYPI = `
absl-py accelerate aiobotocore aiofiles aiohttp aioredis aiosignal aiosqlite alabaster alembic altair amqp annotated-types anthropic
antlr4-python3-runtime anyio anytree apache-airflow apache-beam apscheduler argcomplete argon2-cffi arrow asgiref asn1crypto
asttokens async-timeout asyncio asyncpg atomicwrites attrs autobahn autopep8 aws-cdk-lib awscli awswrangler azure-core azure-identity
azure-storage-blob babel backcall backoff bandit bcrypt beautifulsoup4 billiard bitarray bitcoinlib black bleach blinker blis bokeh
boltons boto boto3 botocore bottle bs4 build cachecontrol cachetools cairosvg caniusepython3 catalogue catboost celery cerberus
certifi cffi chainer chardet charset-normalizer cheetah3 cherrypy chromadb ciso8601 click click-plugins cligj cloudpickle cmake
colorama coloredlogs colorlog comtypes conan configobj configparser construct contextlib2 contourpy cookiecutter
coverage croniter cryptography cssselect cssutils cupy cycler cymem cython dash dask databricks-cli dataclasses dataclasses-json
datadog datasets dateparser dbt-core deap debugpy decorator deepdiff defusedxml deprecated diffusers dill discord.py disnake
distlib distributed distro django django-cors-headers django-debug-toolbar django-environ django-extensions django-filter
django-redis django-rest-framework djangorestframework djangorestframework-simplejwt dnspython docker docker-compose dockerpty
docopt docutils dominate dotenv ecdsa editables elasticsearch email-validator emoji et-xmlfile eth-account eth-utils eventlet
execnet executing fabric factory-boy faiss-cpu faker falcon fastapi fastavro fastjsonschema fastparquet feedparser filelock
fiona flake8 flask flask-admin flask-bcrypt flask-caching flask-cors flask-jwt-extended flask-login flask-mail flask-marshmallow
flask-migrate flask-restful flask-restx flask-socketio flask-sqlalchemy flask-wtf flit folium fonttools freezegun frozenlist fsspec
furl future fuzzywuzzy gast gcsfs gdal gensim geopandas geopy gevent ghp-import gitdb gitpython google-api-core
google-api-python-client google-auth google-cloud-bigquery google-cloud-storage google-generativeai googleapis-common-protos
gradio graphene graphql-core graphviz great-expectations greenlet grpcio grpcio-tools gspread gtts gunicorn gym h11 h2 h5py
haystack-ai hdfs hpack html5lib httpcore httplib2 httptools httpx huggingface-hub humanfriendly humanize hvac hypercorn hyperlink
hypothesis ibm-cloud-sdk-core identify idna imageio imagesize imbalanced-learn importlib-metadata importlib-resources inflection
iniconfig invoke ipaddress ipdb ipykernel ipython ipywidgets iso8601 isodate isort itsdangerous jaraco.classes jax jedi jeepney jellyfish
jinja2 jira jmespath joblib json5 jsonlines jsonpatch jsonpath-ng jsonpickle jsonpointer jsonschema jupyter jupyter-client
jupyter-core jupyterlab kafka-python keras keyring kfp kiwisolver kivy kombu kubernetes langchain langchain-core langchain-openai
langgraph langsmith lazy-object-proxy libcst librosa lightgbm lightning litellm llama-index llvmlite loguru lxml lz4 mako
markdown markdown-it-py markupsafe marshmallow matplotlib matplotlib-inline maturin mccabe mdurl mechanize memory-profiler mimesis
minio mistune mkdocs mkdocs-material mlflow mock modin mongoengine more-itertools moto motor mouse moviepy mpmath msal msgpack multidict
multiprocess murmurhash mutagen mypy mypy-extensions mysql-connector-python mysqlclient nbconvert nbformat neo4j nest-asyncio
netaddr networkx nibabel nltk nodeenv nose notebook numba numexpr numpy nvidia-ml-py oauthlib odfpy omegaconf onnx onnxruntime
open-interpreter openai openai-whisper opencv-contrib-python opencv-python opencv-python-headless openpyxl opentelemetry-api
opentelemetry-sdk optuna orjson packaging pandas pandas-stubs pandocfilters paramiko parsel parso passlib paste pathlib pathlib2
pathspec patsy pbr peewee pendulum pep8 pexpect phonenumbers pickleshare pika pillow pip pip-tools pipdeptree pipenv pkginfo
platformdirs playwright plotly pluggy ply poetry poetry-core polars portalocker pre-commit prefect preshed prettytable
progressbar2 prometheus-client prompt-toolkit protobuf psutil psycopg psycopg2 psycopg2-binary ptyprocess pulp pure-eval py py4j
pyarrow pyasn1 pyasn1-modules pyautogui pybind11 pycairo pycocotools pycodestyle pycparser pycrypto pycryptodome pycryptodomex pycurl
pydantic pydantic-core pydantic-settings pydot pydub pyee pyenchant pyflakes pygame pyglet pygithub pygments pyinstaller pyjwt pylint
pymongo pymssql pymysql pynacl pynput pyodbc pyopenssl pyparsing pypdf pypdf2 pyperclip pyproject-hooks pyqt5 pyrogram pyrsistent
pyscreeze pyserial pyside6 pysftp pysocks pyspark pystray pytelegrambotapi pytesseract pytest pytest-asyncio pytest-cov pytest-django
pytest-mock pytest-runner pytest-xdist python-dateutil python-docx python-dotenv python-json-logger python-jose python-magic
python-multipart python-pptx python-slugify python-socketio python-telegram-bot pytorch-lightning pytube pytz pyvisa pywin32
pywinpty pyyaml pyzmq qrcode quart rasterio ratelimit ray redis regex reportlab requests requests-aws4auth
requests-cache requests-oauthlib requests-toolbelt responses retry retrying rich rich-click robotframework rpds-py rsa ruamel.yaml
ruff s3fs s3transfer sagemaker sanic scapy schedule scikit-image scikit-learn scipy scrapy seaborn secretstorage selenium
semantic-version sendgrid sentence-transformers sentencepiece sentry-sdk setproctitle setuptools setuptools-scm shap shapely
shellingham shodan simplejson six slack-sdk slackclient smart-open smmap sniffio snowballstemmer snowflake-connector-python solders
sortedcontainers soupsieve spacy sphinx sphinx-rtd-theme sqlalchemy sqlalchemy-utils sqlmodel sqlparse srsly sshtunnel stack-data
starlette statsmodels streamlit stripe structlog sympy tabulate tblib telethon tenacity tensorboard tensorflow tensorflow-gpu termcolor
terminado testcontainers testpath text-unidecode textblob texttable tflearn theano thinc threadpoolctl tifffile tiktoken timm tinycss2
tinydb tldextract tokenizers toml tomli tomlkit toolz torch torchaudio torchvision tornado tox tqdm traitlets transformers trio
trl tweepy twilio twine twisted typer typing-extensions typing-inspect tzdata tzlocal ujson ultralytics umap-learn
unidecode unittest2 uritemplate urllib3 uvicorn uvloop vine virtualenv vllm voluptuous waitress wandb wasabi watchdog watchfiles wcwidth
weasyprint web3 webcolors webdriver-manager webencodings websocket-client websockets werkzeug wheel whitenoise widgetsnbextension
wikipedia win32-setctime wrapt wsproto wtforms xgboost xlrd xlsxwriter xlwt xmltodict xxhash yamllint yapf yarl youtube-dl yt-dlp zipp zope.interface
zstandard
`
