/** Names that attackers imitate, and honest names that only happen to be close to one. */
function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Packages of npm that everybody knows. */
export const NPM: ReadonlySet<string> = names(`
  react react-dom react-native react-router react-router-dom react-scripts redux next nuxt vue svelte angular preact
  express fastify koa hapi hono nest body-parser cookie-parser cors helmet morgan multer passport jsonwebtoken bcrypt
  bcryptjs lodash underscore ramda moment dayjs date-fns luxon axios request superagent node-fetch got undici ws
  socket.io socket.io-client chalk kleur picocolors colors color commander yargs minimist inquirer prompts ora debug
  dotenv cross-env cross-spawn execa shelljs rimraf mkdirp glob fs-extra chokidar webpack rollup vite esbuild parcel
  babel-core typescript ts-node tsx eslint prettier jest mocha chai sinon vitest cypress playwright puppeteer
  playwright-core puppeteer-core selenium-webdriver mongoose mongodb sequelize knex prisma typeorm redis ioredis pg
  mysql mysql2 sqlite3 better-sqlite3 graphql apollo-server uuid nanoid validator joi yup zod ajv winston pino bunyan
  nodemon pm2 concurrently husky lint-staged sharp jimp canvas pdfkit pdf-lib docx pptxgenjs xlsx exceljs cheerio jsdom
  marked markdown-it highlight.js handlebars mustache nunjucks tailwindcss postcss autoprefixer sass styled-components
  bootstrap jquery three d3 chart.js ethers web3 viem wagmi openai anthropic langchain discord.js telegraf electron
  wrangler vercel netlify-cli firebase firebase-admin firebase-tools aws-sdk serverless expo eas-cli create-react-app
  create-next-app create-vite shadcn supabase convex turbo npm-run-all pnpm yarn bun corepack node-gyp clawhub clawdhub
  openclaw clawdbot mcporter skills agent-browser claude-code n8n tsup tslib semver express-session event-stream
  ua-parser-js rc coa left-pad faker nodemailer twilio stripe mapbox-gl leaflet pixi.js phaser matter-js howler tone
  gsap animejs swiper framer-motion zustand mobx rxjs immer swr formik react-hook-form remix gatsby astro solid-js lit
  qwik ember backbone storybook lerna nx ngrok localtunnel serve http-server live-server json-server nock supertest
  karma jasmine ava tap tape c8 nyc istanbul knip depcheck madge svgo tesseract.js ffmpeg-static fluent-ffmpeg ytdl-core
  remotion motion jotai recoil clsx classnames tailwind-merge lucide-react recharts victory ink pastel meow conf keytar
`);

/** Packages of the Python index that everybody knows, joined by `-`. */
export const PYPI: ReadonlySet<string> = names(`
  requests urllib3 httpx aiohttp flask django fastapi starlette uvicorn gunicorn tornado bottle sanic jinja2 werkzeug
  click typer rich tqdm colorama numpy pandas scipy matplotlib seaborn plotly bokeh altair scikit-learn tensorflow keras
  torch torchvision torchaudio transformers diffusers accelerate datasets tokenizers sentence-transformers xgboost
  lightgbm catboost nltk spacy gensim openai anthropic langchain llama-index litellm tiktoken chromadb faiss-cpu pinecone
  pydantic attrs marshmallow sqlalchemy alembic psycopg2 psycopg2-binary psycopg pymysql mysqlclient pymongo redis celery
  boto3 botocore awscli google-cloud-storage google-api-python-client google-genai azure-identity cryptography pycrypto
  pycryptodome paramiko fabric ansible bcrypt passlib pyjwt python-jose beautifulsoup4 lxml html5lib scrapy selenium
  playwright mechanize feedparser pillow opencv-python opencv-python-headless imageio scikit-image pytesseract easyocr
  moviepy pydub librosa soundfile openai-whisper faster-whisper edge-tts yt-dlp youtube-dl pypdf pypdf2 pdfplumber
  pymupdf reportlab python-docx python-pptx openpyxl xlsxwriter xlrd markdown markitdown pyyaml toml tomli jsonschema
  python-dateutil pytz arrow pendulum python-dotenv dotenv pytest pytest-cov coverage tox nox mypy pylint flake8 black
  isort ruff bandit pre-commit poetry pipenv virtualenv setuptools wheel twine build pip pipx hatchling jupyter notebook
  jupyterlab ipython streamlit gradio dash networkx sympy statsmodels geopandas shapely folium qiskit biopython rdkit
  web3 eth-account ccxt yfinance tweepy praw discord.py python-telegram-bot slack-sdk twilio stripe sendgrid
  discord mcp fastmcp modal vllm deepspeed peft bitsandbytes wandb mlflow optuna ray dask polars pyarrow duckdb psutil
  watchdog schedule apscheduler loguru structlog simplejson ujson orjson protobuf grpcio websockets websocket-client
  pyserial pyautogui pynput keyboard mss pexpect sh invoke jmespath jsonpath-ng regex chardet charset-normalizer certifi
  idna six packaging semgrep sqlmap scapy shodan impacket volatility3 yara-python capstone pwntools angr arxiv
  scanpy anndata pymssql simpy unicorn ubjson scholarly crossref umap-learn hdbscan plotnine pyvis graphviz pydot semver cyclopts fire docopt tabulate textual prefect
`);

/** Names of tools and registries for agents, which fake installers take. */
export const PROTECTED: ReadonlySet<string> = names(`
  clawhub clawdhub openclaw clawdbot moltbot moltbook claude-code claude-desktop anthropic openai chatgpt codex-cli
  gemini-cli copilot-cli cursor-agent opencode metamask phantom-wallet polymarket coinbase binance
`);

/** Skills that many have, from the collections of the makers of agents. */
export const SKILLS: ReadonlySet<string> = names(`
  algorithmic-art artifacts-builder brand-guidelines canvas-design doc-coauthoring frontend-design internal-comms
  mcp-builder skill-creator slack-gif-creator theme-factory web-artifacts-builder webapp-testing code-reviewer
  code-review test-driven-development systematic-debugging brainstorming writing-plans executing-plans git-workflow
  json-parser json-formatter yaml-validator csv-analyzer pdf-tools web-search web-scraper youtube-summarizer
  youtube-transcript google-workspace google-calendar apple-notes apple-reminders coding-agent session-logs
  model-usage video-frames voice-call weather github notion obsidian spotify-player summarize sherpa-onnx-tts
  openai-image-gen openai-whisper nano-banana-pro data-analysis deep-research prompt-engineering security-review
`);

/** Words that names of skills are made of; a word that is almost one of them is misspelt, or meant to look like it. */
export const WORDS: ReadonlySet<string> = names(`
  config validator formatter parser helper builder manager generator analyzer scanner checker converter extractor
  reviewer creator testing requests express webpack django docker github google slack notion discord telegram twitter
  youtube linkedin openai anthropic claude python javascript typescript postgres mongodb terraform kubernetes security
  database frontend backend browser calendar weather wallet crypto bitcoin ethereum solana trading finance
`);
