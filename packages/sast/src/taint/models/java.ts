import type { ModelRow } from './model.ts'

export const JAVA: readonly ModelRow[] = [
  { names: 'append insert concat', flows: 'args -> this, args -> result, this -> result' },
  { names: 'add addFirst addLast push offer addElement', flows: 'args -> this.*' },
  { names: 'addAll', flows: '0.* -> this.*, 0 -> this.*' },
  { names: 'put putIfAbsent setProperty setAttribute putExtra', flows: '1 -> this.@0, this.@0 -> result' },
  { names: 'putAll', flows: '0 -> this' },
  { names: 'set', on: 'List ArrayList LinkedList Vector', flows: '1 -> this.@0, this.@0 -> result' },
  { names: 'set', on: 'AtomicReference ThreadLocal', flows: '0 -> this.*' },
  { names: 'get getOrDefault getProperty', flows: 'this.@0 -> result, 1 -> result' },
  {
    names: 'get',
    on: 'Optional Supplier AtomicReference ThreadLocal Future CompletableFuture',
    flows: 'this.* -> result',
  },
  {
    names: 'remove pop poll peek getFirst getLast next nextElement pollFirst pollLast removeFirst removeLast element',
    flows: 'this.* -> result',
  },
  {
    names: 'iterator listIterator values stream parallelStream elements subList toArray collect toList asList',
    flows: 'this -> result, this.* -> result.*',
  },
  { names: 'keySet keys', flows: '' },
  { names: 'entrySet', flows: 'this.* -> result.*.value, this -> result' },
  { names: 'getKey getValue', on: 'Entry', flows: 'this.value -> result, this -> result' },
  { names: 'map flatMap mapToObj thenApply thenCompose', flows: 'this.* -> 0(0), 0() -> result.*, 0() -> result' },
  { names: 'forEach ifPresent thenAccept peek forEachOrdered', flows: 'this.* -> 0(0), this -> 0(1), this -> result' },
  { names: 'filter sorted', flows: 'this.* -> 0(0), this -> result' },
  {
    names: 'reduce',
    flows:
      'this.* -> 0(0), this.* -> 0(1), this.* -> 1(0), this.* -> 1(1), 0 -> 1(0), 0() -> result, 1() -> result, 0 -> result',
  },
  { names: 'anyMatch allMatch noneMatch', flows: 'this.* -> 0(0)' },
  { names: 'orElse orElseGet orElseThrow findFirst findAny', flows: 'this.* -> result, 0 -> result, 0() -> result' },
  { names: 'computeIfAbsent compute', flows: '1() -> result, 1() -> this.@0, this.@0 -> result' },
  { names: 'supplyAsync runAsync submit invokeLater execute', flows: '0() -> result, args -> result' },
  { names: 'write', on: 'ByteArrayOutputStream StringWriter PrintWriter Writer', flows: '0 -> this' },
  { names: 'read readFully', flows: 'this -> 0, this -> result' },
  { names: 'getChars', flows: 'this -> 2' },
  {
    names:
      'length size isEmpty equals equalsIgnoreCase contains containsKey containsValue startsWith endsWith matches indexOf lastIndexOf hashCode compareTo intValue longValue doubleValue booleanValue isPresent hasNext hasMoreElements getTime ordinal',
    flows: '',
  },
  {
    names:
      'Integer.parseInt Integer.valueOf Long.parseLong Long.valueOf Double.parseDouble Double.valueOf Float.parseFloat Boolean.parseBoolean Boolean.valueOf Short.parseShort Byte.parseByte UUID.fromString UUID.randomUUID Objects.equals Objects.hash Math.max Math.min Math.abs System.currentTimeMillis System.nanoTime StringUtils.isEmpty StringUtils.isBlank',
    flows: '',
  },
  {
    names:
      'String.format String.join String.valueOf String.copyValueOf MessageFormat.format Objects.requireNonNull Objects.toString Objects.requireNonNullElse Paths.get Path.of Mono.just Flux.just Uni.createFrom Single.just Future.succeededFuture Observable.just Base64.getDecoder',
    flows: 'args -> result',
  },
  {
    names: 'List.of Set.of Arrays.asList Stream.of Collections.singletonList ImmutableList.of',
    flows: 'args -> result.*',
  },
  { names: 'Map.of Collections.singletonMap', flows: '1 -> result.@0, 3 -> result.@2, 5 -> result.@4, 7 -> result.@6' },
  { names: 'Map.entry', flows: '1 -> result.value' },
  { names: 'Optional.of Optional.ofNullable CompletableFuture.completedFuture', flows: '0 -> result.*' },
  { names: 'System.arraycopy', flows: '0 -> 2' },
  { names: 'Collections.addAll', flows: 'args -> 0.*' },
  {
    names:
      'Collections.unmodifiableList Collections.unmodifiableMap List.copyOf Set.copyOf Map.copyOf Arrays.stream Arrays.copyOf',
    flows: '0 -> result',
  },
]
