/** Family names that are common in their countries; facts, gathered country by country. Small letters without marks. */
export const FAMILY_NAMES: readonly string[] = // English-speaking countries.
  (
    'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore ' +
    'jackson martin lee thompson white harris clark lewis robinson walker young allen king wright scott hill green adams baker nelson carter ' +
    'mitchell perez roberts turner phillips campbell parker evans edwards collins stewart morris rogers reed cook morgan bell murphy bailey ' +
    'cooper richardson cox howard ward peterson gray watson brooks kelly sanders price bennett wood barnes ross henderson coleman jenkins ' +
    'perry powell patterson hughes flores washington butler simmons foster bryant alexander russell griffin hayes myers ford hamilton graham ' +
    'sullivan wallace woods cole west jordan owens reynolds fisher ellis harrison gibson mcdonald cruz marshall ortiz gomez murray freeman ' +
    'wells webb simpson stevens tucker porter hunter hicks crawford henry boyd mason kennedy warren dixon ramos burns gordon shaw holmes rice ' +
    'robertson hunt black daniels palmer mills nichols grant knight ferguson stone hawkins dunn perkins hudson spencer gardner payne pierce ' +
    'berry matthews arnold wagner willis watkins olson carroll duncan snyder hart cunningham bradley lane andrews harper fox riley armstrong ' +
    'weaver greene lawrence elliott chavez sims austin peters kelley franklin lawson fields ryan carr chapman hopkins barrett wheeler whitehead ' +
    'clarke atkinson bentley blake bolton booth bowen brady brennan briggs burke burton byrne callahan cameron chambers clayton connolly corbett ' +
    'craig daly davidson dawson doherty donovan doyle drummond fitzgerald fleming fletcher flynn gallagher gibbs gilbert gill goodwin griffiths ' +
    'hancock hardy harvey heath higgins hodgson hooper humphries hutchinson ingram jennings kavanagh keane lambert lynch macdonald mackenzie ' +
    "macleod maguire mccarthy mckenna mclean nolan norris oconnor o'connor o'brien obrien o'neill oneill osborne parsons pearson pope potter " +
    'pritchard quinn rees richards rowe saunders savage schofield sharp sheppard short sinclair slater steele stephenson sutton swift thornton ' +
    'todd townsend tyler vaughan vincent walsh walters watts whitaker wilkins wilkinson winter woodward yates okafor ' +
    // Germany, Austria, Switzerland, the Netherlands, Belgium.
    'muller mueller schmidt schneider fischer weber meyer becker schulz hoffmann schafer koch bauer richter klein wolf schroder neumann ' +
    'schwarz zimmermann braun kruger hofmann hartmann lange schmitt werner schmitz krause meier lehmann schmid schulze maier kohler herrmann ' +
    'konig walter mayer huber kaiser fuchs lang scholz moller weiss jung hahn schubert vogel friedrich keller gunther frank berger winkler roth ' +
    'beck lorenz baumann franke albrecht schuster simon ludwig bohm winter kraus martens schumacher vogt jager stein otto sommer gross seidel ' +
    'heinrich brandt haas schreiber graf dietrich ziegler kuhn pohl engel horn busch bergmann voigt sauer arnold wolff pfeiffer gruber steiner ' +
    'pichler moser hofer leitner egger eder reiter wimmer aebischer widmer frei gerber brunner baumgartner jansen janssen de jong bakker visser ' +
    'smit meijer boer mulder groot bos vos peters hendriks dekker brouwer dijkstra smits graaf kok jacobs haan vermeulen vandenberg hoekstra ' +
    'koning prins huisman peeters maes willems claes goossens wouters desmet dubois lambert ' +
    // France, Italy, Spain, Portugal, Latin America.
    'martin bernard durand petit robert richard moreau laurent lefebvre michel leroy roux david bertrand morel fournier girard bonnet dupont ' +
    'lambert fontaine rousseau vincent muller lefevre faure andre mercier blanc guerin boyer garnier chevalier francois legrand gauthier perrin ' +
    'robin clement morin nicolas henry roussel mathieu gautier masson marchand duval denis dumont marie lemaire noel meyer dufour meunier brun ' +
    'blanchard giraud joly riviere lucas brunet gaillard barbier arnaud martinez gerard roche renard schmitt roy leroux colin vidal caron picard ' +
    'rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti de luca mancini costa giordano rizzo lombardi ' +
    'moretti barbieri fontana santoro mariani rinaldi caruso ferrara galli martini leone longo gentile martinelli vitale lombardo serra coppola ' +
    'desantis marchetti parisi villa conte ferraro ferri fabbri bianco marini grasso valentini messina sala gatti pellegrini palumbo sanna ' +
    'gonzalez fernandez sanchez martin gomez ruiz diaz moreno munoz alvarez romero alonso gutierrez navarro torres dominguez vazquez gil ramirez ' +
    'serrano blanco molina morales suarez ortega delgado castro rubio marin sanz iglesias nunez medina garrido cortes castillo santos lozano ' +
    'guerrero cano prieto mendez calvo cruz gallego vidal leon herrera marquez pena cabrera flores campos vega fuentes carrasco diez reyes ' +
    'aguilar pascual herrero santana lorenzo hidalgo montero ibanez gimenez ferrer duran vicente benitez santiago arias mora vargas carmona crespo ' +
    'roman pastor soto saez velasco soler moya esteban parra bravo gallardo rojas silva santos ferreira pereira oliveira costa rodrigues martins ' +
    'jesus sousa fernandes goncalves gomes lopes marques alves almeida ribeiro pinto carvalho teixeira moreira correia mendes nunes soares vieira ' +
    'monteiro cardoso rocha raposo neves coelho barbosa lima araujo melo azevedo barros cavalcanti dias campos nascimento andrade moraes freitas ' +
    'contreras espinoza sepulveda araya tapia figueroa valenzuela riquelme quispe mamani huaman chavez salazar acosta cardenas ' +
    // Nordic countries.
    'andersson johansson karlsson nilsson eriksson larsson olsson persson svensson gustafsson pettersson jonsson jansson hansson bengtsson ' +
    'lindberg jakobsson magnusson lindstrom olofsson lindqvist lindgren berg axelsson bergstrom lundberg lind lundgren lundqvist mattsson berglund ' +
    'hansen johansen olsen larsen andersen pedersen nilsen kristiansen jensen karlsen johnsen pettersen eriksen berg haugen hagen johannessen ' +
    'andreassen jacobsen dahl jorgensen halvorsen henriksen lund sorensen nielsen christensen rasmussen petersen madsen kristensen olesen thomsen ' +
    'poulsen mortensen korhonen virtanen makinen nieminen makela hamalainen laine heikkinen koskinen jarvinen lehtonen lehtinen saarinen salminen ' +
    'heinonen niemi salonen turunen laitinen jonsdottir sigurdsson gudmundsson ' +
    // Central, eastern and southern Europe.
    'nowak kowalski wisniewski wojcik kowalczyk kaminski lewandowski zielinski szymanski wozniak dabrowski kozlowski jankowski mazur kwiatkowski ' +
    'krawczyk kaczmarek piotrowski grabowski pawlowski michalski krol wieczorek jablonski wrobel nowakowski majewski olszewski dudek malinowski ' +
    'novak novotny svoboda dvorak cerny prochazka kucera vesely horak nemec pokorny pospisil hajek kral jelinek ruzicka benes fiala sedlak dolezal ' +
    'novakova svobodova horvath kovacs szabo toth nagy varga kiss molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros horvat kovacevic ' +
    'babic maric juric novak kovacic knezevic vukovic markovic petrovic nikolic jovanovic djordjevic stojanovic ilic popescu popa ionescu ' +
    'dumitru stan stoica gheorghe rusu munteanu matei constantin marin ivanov petrov dimitrov georgiev nikolov todorov papadopoulos ' +
    'papadakis georgiou dimitriou nikolaidis ivanova smirnov kuznetsov popov vasiliev sokolov mikhailov novikov fedorov morozov volkov alekseev ' +
    'lebedev semenov egorov pavlov kozlov stepanov orlov shevchenko kovalenko bondarenko tkachenko kravchenko melnyk boyko yilmaz kaya demir celik ' +
    'sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin koc kurt ozkan simsek ' +
    'иванов смирнов кузнецов попов васильев петров соколов михайлов новиков фёдоров морозов волков иванова петрова ' +
    // Asia, the Middle East, Africa.
    'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang xu deng feng wong chan cheung ' +
    'kim park choi jung kang cho yoon jang lim han shin seo kwon hwang ahn song sato suzuki takahashi tanaka watanabe ito yamamoto nakamura ' +
    'kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi shimizu saito yamazaki mori abe ikeda hashimoto ishikawa ' +
    'nguyen tran le pham hoang phan vu vo dang bui do ho ngo duong singh kumar sharma patel gupta khan verma yadav jain mehta reddy rao nair ' +
    'iyer menon pillai das banerjee mukherjee chatterjee ghosh bose sen joshi desai shah agarwal kapoor malhotra chopra bhatia mishra pandey ' +
    'tiwari chaudhary ahmed ali hussain malik iqbal siddiqui chowdhury rahman islam hossain begum perera fernando silva hassan ibrahim mohamed ' +
    'mahmoud said salem youssef mansour haddad khoury nasser farah saleh aziz rahimi hosseini ahmadi mohammadi karimi cohen levy mizrahi peretz ' +
    'biton dahan friedman katz shapiro goldberg rosenberg adeyemi okonkwo balogun okoro eze nwosu abubakar mensah owusu boateng asante osei diallo ' +
    'traore keita toure ndiaye diop fall sow mbeki dlamini nkosi ndlovu khumalo mokoena naidoo botha pretorius kamau njoroge ochieng otieno mutua ' +
    'santos reyes cruz bautista villanueva mendoza garcia aquino dela pangilinan tan lim wijaya susanto'
  ).split(' ')
