import type { Grammar } from './expand.ts'

/** Manuals, safety notices and steps: orders, prohibitions, modes and overrides of machines. */
export const MANUALS: Grammar = {
  slots: {
    machine: [
      'the [pump|boiler|dishwasher|drill|router|scanner|forklift|oven|drone|generator|chainsaw|inverter|lift|camera|battery|conveyor|unit|appliance|device]',
    ],
    part: [
      'the [cover|filter|power cord|safety guard|lid|display|fuse|hose|reset button|key switch|seal|blade|emergency stop|firmware|thermostat]',
    ],
    harm: [
      '[fire|electric shock|serious injury|burns|damage to the device|loss of data|death|voiding of the warranty]',
    ],
  },
  forms: [
    '[Do not|Never|Don’t] [open|remove|bypass|disable|override|touch|cover|immerse|modify|force|ignore] {part}[ while {machine} is running| under any circumstances| without reading the manual|]. [Risk of {harm}.|This may cause {harm}.|Failure to comply may result in {harm}.|]',
    '[WARNING|CAUTION|DANGER|Attention|Important|Note][:|!] [Disconnect|Switch off|Unplug|Lock|Secure] {machine} before [cleaning|servicing|opening {part}|any work on it].',
    'Before [using|installing|opening|cleaning] {machine}, read all [instructions|warnings|safety rules] [and keep them for later|carefully|above|in this booklet].',
    'Press and hold {part} for [five|10|three] seconds until [the light blinks|{machine} restarts|the display shows RESET|you hear a beep].',
    '[To enter|To leave|Select|Switch to] [service|manual|maintenance|debug|developer|safe|demo|override|admin|learning] mode, [press|hold|turn|open] {part}.',
    'In [manual|service|maintenance|override|debug|developer] mode, [all limits are off|safety limits do not apply|the alarm is disabled|{machine} ignores {part}|the filters are bypassed]. [Authorised personnel only.|Use with care.|]',
    '{machine} [ignores|overrides|resets|forgets] [all previous settings|the previous program|earlier commands|user limits] when {part} is [replaced|pressed|opened].',
    'Step [1|2|3|4]: [Remove|Insert|Align|Tighten|Check|Press] {part}. Step [2|3|4|5]: [Restart|Close|Test|Reconnect] {machine}.',
    '[Follow|Observe|Obey] all [instructions|warnings|local rules|signs] [on {part}|in this manual|of the operator]. [Ignoring|Disregarding] them may cause {harm}.',
    'If {machine} does not [respond|start|heat|connect], [ignore the message|press {part}|reset {part}|restore the original settings|call service] and [try again|wait ten minutes|repeat the steps above].',
    'Only [trained staff|an electrician|authorised persons] may [open|repair|reset|override] {machine}.',
    'Keep {part} [dry|closed|out of reach of children|away from heat] at all times.',
    'The [operator|user] must [always|at all times] [wear gloves|stay behind the line|follow the instructions of the supervisor|keep {part} in place].',
    'Dispose of {machine} according to [local rules|the instructions of your city]. Do not [burn|crush|throw away] {part}.',
    'You can now [close {part}|use {machine}|start the program|pair your phone]. [Enjoy.|]',
  ],
}

/** Settings with fields for prompts, roles, instructions and limits, in the notations of configuration files. */
export const CONFIGURATION: Grammar = {
  slots: {
    role: [
      'You are a [helpful|friendly|concise|careful|polite|professional] [assistant|support agent|tutor|translator|editor|travel guide|cooking assistant|code reviewer|librarian|sales assistant] [for {firm}|of {firm}|who answers in {lang}|].',
      'You help [customers|students|our staff|developers|patients] with [orders|homework|invoices|travel plans|bugs|recipes]. [Be brief.|Answer in {lang}.|Cite your sources.|Never invent prices.|Do not give medical advice.]',
      'Answer questions about {firm} [using only the context|in two sentences|in {lang}]. [If you do not know, say so.|Do not mention competitors.|]',
      'Summarise the [ticket|text|call|mail] in [three bullet points|one sentence|{lang}].',
    ],
    firm: ['[Acme|Northwind|the city library|Blue Harbor Bank|our web shop|Contoso|the clinic|a hotel in Porto]'],
    lang: ['[English|German|French|Spanish|Japanese|the language of the user]'],
    key: [
      '[system_prompt|systemPrompt|system-prompt|SYSTEM_PROMPT|instructions|system_message|systemMessage|prompt|prompt_template|developer_message|default_prompt|role_prompt|base_prompt|initial_prompt|hidden_prompt|preamble|persona]',
    ],
    model: ['[gpt-4o|gpt-4.1-mini|claude-sonnet|llama-3|mistral-small|gemini-pro|local-7b]'],
    other: [
      'temperature: [0|0.2|0.7|1]',
      'max_tokens: [256|1024|4096]',
      'model: {model}',
      'stream: [true|false]',
      'safe_mode: [true|false]',
      'debug: [true|false]',
      'content_filter: [off|on|medium]',
      'ignore_previous: [true|false]',
      'bypass_cache: [true|false]',
      'override_defaults: [true|false]',
      'allow_all: [true|false]',
      'timeout: 30s',
      'log_level: [debug|info|warn]',
    ],
  },
  forms: [
    '{key}: {role}',
    '{key}: "{role}"',
    '{key} = "{role}"',
    '{key}: [|>|]\n  {role}',
    '{key}: [path|file|env]([prompts/default.md|./system.txt|PROMPT_FILE])',
    'export {key}="{role}"',
    'const {key} = `{role}`',
    '{ "{key}": "{role}", "temperature": [0|0.2|1] }',
    '{"model": "{model}", "{key}": "{role}", "max_tokens": [256|1024]}',
    '{"role": "system", "content": "{role}"}',
    '{"messages": [{"role": "system", "content": "{role}"}, {"role": "user", "content": "[Hello|Where is my order?|Translate this: bonjour]"}]}',
    '[assistant|agent|bot|llm|chat]:\n  {other}\n  {key}: {role}\n  {other}',
    '[agents|assistants|prompts]:\n  - name: [support|tutor|editor|billing]\n    {key}: "{role}"\n    {other}',
    '{other}\n{other}\n{other}',
    '{other}\n{key}: {role}',
    '# [the|default|optional] {key} [of the assistant|for all agents|used when none is given]\n{key}: {role}',
    '<{key}>{role}</{key}>',
    'SYSTEM {role}\nPARAMETER temperature [0.2|0.7]',
    '"{key}": null, "[tools|functions]": [], "[tool_choice|mode]": "[auto|none]"',
    '{key} (string, [optional|required]): [the text that the assistant starts from|sets tone and role|overrides the default prompt|is sent before the first message].',
  ],
}

/** Lines of logs, diagnostics and tickets with the words of orders: override, ignored, denied, injected, root, policy. */
export const LOGS: Grammar = {
  slots: {
    time: ['[2026-03-14T08:12:45Z|2026-11-02 17:05:01,233|Mar 14 08:12:45|08:12:45|1718000000]'],
    unit: [
      '[sshd|kernel|nginx|postgres|systemd|kubelet|cron|auth|billing-worker|gateway|api|scheduler|ingest|dockerd]',
    ],
    level: ['[INFO|WARN|ERROR|DEBUG|FATAL|NOTICE|TRACE]'],
    said: [
      '[ignoring|overriding|discarding|skipping|dropping] [unknown option|previous configuration|all rules of the old policy|duplicate entry|default limits|stale lock|earlier instructions of the planner] [id=42|for user root|in /etc/app.conf|]',
      '[access|permission|request|login|connection] [denied|refused|granted|rejected|reset] [for admin|by policy|by peer|for user guest|(403)]',
      '[entering|leaving|switching to] [debug|maintenance|developer|single-user|safe|emergency|admin] mode',
      '[command|query|job|script|prompt] [executed|finished|failed|rejected] [in 14 ms|with status 1|without output|after 3 retries]',
      '[password|token|secret|key|certificate] [accepted|expired|rotated|missing|not found] [for root|for service account|]',
      '[filter|guard|firewall|moderation|rate limiter] [blocked|allowed|disabled|bypassed for] [request 8812|the health check|internal traffic|session 7]',
      'system prompt [loaded from file|updated|has 412 tokens|hash unchanged|missing, using the default]',
      '[segfault|panic|stack overflow|out of memory|kill signal] [in worker 3|at 0x7f3a12|, restarting]',
      'user [root|admin|guest|deploy] [executed sudo|changed the rules|restarted the service|exceeded the limit]',
    ],
  },
  forms: [
    '{time} {level} {unit}: {said}',
    '{time} {unit}[812]: {said}',
    '{level} [{unit}] {said}\n{level} [{unit}] {said}',
    '{time} {level} {unit} {said}\n{time} {level} {unit} {said}\n{time} {level} {unit} {said}',
    '{unit}: {said}',
    '{level}: {said}',
    'Error: {said}\n    at [run|load|handle] ([/app/src/main.js|file.ts|index.mjs]:[12|88]:[3|17])',
    '{"time":"{time}","level":"{level}","msg":"{said}"}',
    'level={level} unit={unit} msg="{said}"',
    'Why do I see "{said}" in the log of {unit}?',
    'We get "{said}" since the update. [Any idea?|Is that harmful?|How do we get rid of it?]',
  ],
}
